import * as accountReplies from './account-replies.ts';
import * as replies from './replies.ts';
import { anyone, applicant, type Routes, routesFor } from './route.ts';

// The calls of account pages. Pages of the form need none of them, so they are in a separate file.

const ending = routesFor({ access: 'ending' });

export const accountRoutes = {
  signUp: anyone('POST', '/public/signup', replies.done),
  confirm: anyone('POST', '/public/confirm', replies.done),
  logIn: anyone('POST', '/public/login', replies.message),
  resendConfirm: anyone('POST', '/public/resend-confirm', replies.done),
  forgotPassword: anyone('POST', '/public/forgot-password', replies.message),
  resetPassword: anyone('POST', '/public/reset-password', replies.done),
  changePassword: applicant('POST', '/api/account/password', replies.message),
  changeAddress: applicant('POST', '/api/account/address', replies.message),
  confirmAddress: applicant('POST', '/api/account/address/confirm', accountReplies.newAddress),
  revokeOtherSessions: applicant('DELETE', '/api/account/sessions', replies.message),
  deleteApplication: applicant('POST', '/api/account/deletion', replies.message),
  logOut: ending('GET', '/api/logout', replies.done),
} as const satisfies Routes;

/** The calls of the application's function that account pages make. */
export const applicantRoutes = {
  getReminders: applicant('GET', '/api/reminders', accountReplies.reminders),
  putReminders: applicant('PUT', '/api/reminders', replies.message),
  getOwnData: applicant('GET', '/api/own-data', accountReplies.ownData),
} as const satisfies Routes;
