import { message } from './replies.ts';
import type { Routes } from './route.ts';
import * as replies from './submitted-replies.ts';

// Calls about a submitted application. In a separate file, because pages before the submission need none of
// them.

/** The calls of the application's function. */
export const submittedRoutes = {
  getProgress: {
    method: 'GET',
    path: '/api/progress',
    access: 'applicant',
    reply: replies.applicationProgress,
  },
  withdraw: { method: 'POST', path: '/api/withdrawal', access: 'applicant', reply: replies.withdrawal },
} as const satisfies Routes;

/** The calls of the account's function, which checks passwords. */
export const permissionRoutes = {
  permitWithdrawal: {
    method: 'POST',
    path: '/api/account/withdrawal',
    access: 'applicant',
    reply: message,
  },
} as const satisfies Routes;
