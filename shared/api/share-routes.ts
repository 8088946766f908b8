import { message } from './replies.ts';
import type { Routes } from './route.ts';
import { shareLinks } from './share-replies.ts';

/** The calls with which applicants show their application to other people. */
export const shareRoutes = {
  getShareLinks: { method: 'GET', path: '/api/share-links', access: 'applicant', reply: shareLinks },
  sendShareLink: { method: 'POST', path: '/api/share-links', access: 'applicant', reply: message },
  revokeShareLink: {
    method: 'DELETE',
    path: '/api/share-links/{id}',
    access: 'applicant',
    reply: message,
  },
} as const satisfies Routes;
