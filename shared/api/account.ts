import * as z from 'zod/mini';
import type { ContractsOf } from './contract.ts';
import { body, passwordText, text, username } from './fields.ts';
import { routes } from './routes.ts';

const byUsername = body({ username });
const password = passwordText('password');
/** The password again, of an applicant who is logged in. */
const current_password = passwordText('current_password');
/** Of an authenticator app, or for recovery, with the spaces that people type. */
const code = text('code', 32);

export const account = {
  signUp: {
    route: routes.account.signUp,
    body: body({ username, password }),
  },
  confirm: {
    route: routes.account.confirm,
    body: body({ username, code: text('code', 16) }),
  },
  logIn: {
    route: routes.account.logIn,
    body: body({ username, password }),
  },
  answerCode: { route: routes.account.answerCode, body: body({ code }) },
  getSecondFactor: { route: routes.account.getSecondFactor },
  startSecondFactor: { route: routes.account.startSecondFactor, body: body({ current_password }) },
  finishSecondFactor: {
    route: routes.account.finishSecondFactor,
    // The user pool's access token is about 1,100 letters long, and grows by a third when it is sealed.
    body: body({ set_up: text('set_up', 4096), code }),
  },
  endSecondFactor: { route: routes.account.endSecondFactor, body: body({ current_password, code }) },
  resendConfirm: { route: routes.account.resendConfirm, body: byUsername },
  forgotPassword: { route: routes.account.forgotPassword, body: byUsername },
  resetPassword: {
    route: routes.account.resetPassword,
    body: body({
      username,
      password,
      confirm_password: passwordText('confirm_password'),
      id: text('id', 64),
    }),
  },
  /** An applicant who is logged in shows that they know the current password. */
  changePassword: {
    route: routes.account.changePassword,
    body: body({
      current_password,
      password,
      confirm_password: passwordText('confirm_password'),
    }),
  },
  /** Asks for another address. It is changed when the codes from both mailboxes are entered. */
  changeAddress: {
    route: routes.account.changeAddress,
    body: body({ username, current_password: passwordText('current_password') }),
  },
  /** `code` was mailed to the new address, `current_code` to the one until now. */
  confirmAddress: {
    route: routes.account.confirmAddress,
    body: body({ code: text('code', 16), current_code: text('current_code', 16) }),
  },
  getSessions: { route: routes.account.getSessions },
  /** Ends another session of the applicant. `id` is from the list. */
  endSession: {
    route: routes.account.endSession,
    params: z.object({ id: z.string().check(z.regex(/^[\da-f]{16}$/, 'id: 16 hexadecimal digits.')) }),
  },
  endOtherSessions: { route: routes.account.endOtherSessions },
  /** Deletes the application, if it was not submitted, and the account. It cannot be undone. */
  deleteApplication: { route: routes.account.deleteApplication, body: body({ current_password }) },
  logOut: { route: routes.account.logOut },
} as const satisfies ContractsOf<typeof routes.account>;
