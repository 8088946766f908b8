import { corrections } from './correction-replies.ts';
import type { Routes } from './route.ts';

// Corrections that applicants ask for after the submission. They load with the part of the page that makes
// these calls.

export const correctionRoutes = {
  getCorrections: { method: 'GET', path: '/api/corrections', access: 'applicant', reply: corrections },
  askCorrection: { method: 'POST', path: '/api/corrections', access: 'applicant', reply: corrections },
  takeBackCorrection: {
    method: 'DELETE',
    path: '/api/corrections/{correction}',
    access: 'applicant',
    reply: corrections,
  },
} as const satisfies Routes;
