import * as z from 'zod/mini';
import { accountRoutes } from './account-routes.ts';
import type { ContractsOf } from './contract.ts';
import { body, passwordText, text, username } from './fields.ts';
import { permissionRoutes } from './submitted-routes.ts';

const byUsername = body({ username });
const password = passwordText('password');
/** The password again, of an applicant who is logged in. */
const current_password = passwordText('current_password');
/** Of an authenticator app, or for recovery, with the spaces that people type. */
const code = text('code', 32);
/** The same where only an account with a second factor needs it. */
const own_code = z.optional(code);

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
  answerCode: { route: accountRoutes.answerCode, body: body({ code }) },
  getSecondFactor: { route: accountRoutes.getSecondFactor },
  startSecondFactor: { route: accountRoutes.startSecondFactor, body: body({ current_password }) },
  finishSecondFactor: {
    route: accountRoutes.finishSecondFactor,
    // The user pool's access token is about 1,100 letters long, and grows by a third when it is sealed.
    body: body({ set_up: text('set_up', 4096), code }),
  },
  endSecondFactor: { route: accountRoutes.endSecondFactor, body: body({ current_password, code }) },
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
      code: own_code,
    }),
  },
  /** Asks for another address. It is changed when the codes from both mailboxes are entered. */
  changeAddress: {
    route: accountRoutes.changeAddress,
    body: body({ username, current_password, code: own_code }),
  },
  /** `code` was mailed to the new address, `current_code` to the one until now. */
  confirmAddress: {
    route: accountRoutes.confirmAddress,
    body: body({ code: text('code', 16), current_code: text('current_code', 16) }),
  },
  getSessions: { route: accountRoutes.getSessions },
  /** Ends another session of the applicant. `id` is from the list. */
  revokeSession: {
    route: accountRoutes.revokeSession,
    params: z.object({ id: z.string().check(z.regex(/^[\da-f]{16}$/, 'id: 16 hexadecimal digits.')) }),
  },
  revokeOtherSessions: { route: accountRoutes.revokeOtherSessions },
  /** Deletes the application, if it was not submitted, and the account. It cannot be undone. */
  deleteApplication: {
    route: accountRoutes.deleteApplication,
    body: body({ current_password, code: own_code }),
  },
  /** Lets this session withdraw the submitted application, once within a minute. */
  permitWithdrawal: {
    route: permissionRoutes.permitWithdrawal,
    body: body({ current_password, code: own_code }),
  },
  logOut: { route: accountRoutes.logOut },
} as const satisfies ContractsOf<typeof accountRoutes & typeof permissionRoutes>;
