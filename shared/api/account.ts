import type { Contracts } from './contract.ts';
import { body, message, password, text, username } from './fields.ts';
import { routes } from './routes.ts';

const byUsername = body({ username });

export const account = {
  signUp: {
    route: routes.account.signUp,
    body: body({ username, password }),
    reply: message,
  },
  confirm: {
    route: routes.account.confirm,
    body: body({ username, code: text('code', 16) }),
    reply: message,
  },
  logIn: {
    route: routes.account.logIn,
    body: body({ username, password }),
    reply: message,
  },
  resendConfirm: { route: routes.account.resendConfirm, body: byUsername, reply: message },
  forgotPassword: { route: routes.account.forgotPassword, body: byUsername, reply: message },
  resetPassword: {
    route: routes.account.resetPassword,
    body: body({ username, password, confirm_password: text('confirm_password', 256), id: text('id', 64) }),
    reply: message,
  },
  logOut: { route: routes.account.logOut, reply: message },
} as const satisfies Contracts;
