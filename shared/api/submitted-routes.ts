import type { Routes } from './route.ts';
import * as replies from './submitted-replies.ts';

// Calls about a submitted application. In a separate file, because pages before the submission need none of
// them.

export const submittedRoutes = {
  getProgress: {
    method: 'GET',
    path: '/api/progress',
    access: 'applicant',
    reply: replies.applicationProgress,
  },
  withdraw: { method: 'POST', path: '/api/withdrawal', access: 'applicant', reply: replies.withdrawal },
} as const satisfies Routes;
