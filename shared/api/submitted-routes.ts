import { applicant, type Routes } from './route.ts';
import * as replies from './submitted-replies.ts';

// Calls about a submitted application. In a separate file, because pages before the submission need none of
// them.

export const submittedRoutes = {
  getProgress: applicant('GET', '/api/progress', replies.applicationProgress),
  withdraw: applicant('POST', '/api/withdrawal', replies.withdrawal),
} as const satisfies Routes;
