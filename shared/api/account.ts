import { accountRoutes } from './account-routes.ts';
import type { ContractsOf } from './contract.ts';
import { body, passwordText, text, username } from './fields.ts';

const byUsername = body({ username });
const password = passwordText('password');
/** The password again, of an applicant who is logged in. */
const current_password = passwordText('current_password');

export const account = {
  signUp: {
    route: accountRoutes.signUp,
    body: body({ username, password }),
  },
  confirm: {
    route: accountRoutes.confirm,
    body: body({ username, code: text('code', 16) }),
  },
  logIn: {
    route: accountRoutes.logIn,
    body: body({ username, password }),
  },
  resendConfirm: { route: accountRoutes.resendConfirm, body: byUsername },
  forgotPassword: { route: accountRoutes.forgotPassword, body: byUsername },
  resetPassword: {
    route: accountRoutes.resetPassword,
    body: body({
      username,
      password,
      confirm_password: passwordText('confirm_password'),
      id: text('id', 64),
    }),
  },
  /** An applicant who is logged in shows that they know the current password. */
  changePassword: {
    route: accountRoutes.changePassword,
    body: body({
      current_password,
      password,
      confirm_password: passwordText('confirm_password'),
    }),
  },
  /** Asks for another address. It is changed when the codes from both mailboxes are entered. */
  changeAddress: {
    route: accountRoutes.changeAddress,
    body: body({ username, current_password }),
  },
  /** `code` was mailed to the new address, `current_code` to the one until now. */
  confirmAddress: {
    route: accountRoutes.confirmAddress,
    body: body({ code: text('code', 16), current_code: text('current_code', 16) }),
  },
  revokeOtherSessions: { route: accountRoutes.revokeOtherSessions },
  /** Deletes the application, if it was not submitted, and the account. It cannot be undone. */
  deleteApplication: {
    route: accountRoutes.deleteApplication,
    body: body({ current_password }),
  },
  logOut: { route: accountRoutes.logOut },
} as const satisfies ContractsOf<typeof accountRoutes>;
