import * as replies from './replies.ts';
import type { Routes } from './route.ts';

// The calls that form pages make as they load and save.

export const applicationRoutes = {
  getProfile: { method: 'GET', path: '/api/profile', access: 'applicant', reply: replies.profile },
  putLastPage: { method: 'PUT', path: '/api/last-page', access: 'applicant', reply: replies.done },
  putAnswer: { method: 'PUT', path: '/api/answer', access: 'applicant', reply: replies.savedAnswers },
  postWebStatus: { method: 'POST', path: '/api/web-status', access: 'applicant', reply: replies.done },
  postValidations: {
    method: 'POST',
    path: '/api/validations',
    access: 'applicant',
    reply: replies.done,
  },
  submit: { method: 'POST', path: '/api/submit', access: 'applicant', reply: replies.submission },
  getAddAnother: { method: 'GET', path: '/api/add-another', access: 'applicant', reply: replies.counts },
  putAddAnother: { method: 'PUT', path: '/api/add-another', access: 'applicant', reply: replies.done },
  getTabs: { method: 'GET', path: '/api/tabs', access: 'applicant', reply: replies.tabs },
  putTabs: { method: 'PUT', path: '/api/tabs', access: 'applicant', reply: replies.done },
} as const satisfies Routes;

export const visitorRoutes = {
  getAnswers: { method: 'GET', path: '/public/tmp', access: 'public', reply: replies.answers },
  saveAnswers: { method: 'POST', path: '/public/tmp', access: 'public', reply: replies.deviceLink },
  getSettings: { method: 'GET', path: '/public/settings', access: 'public', reply: replies.settings },
  reportError: { method: 'POST', path: '/public/trouble', access: 'public', reply: replies.message },
  askToUnsubscribe: {
    method: 'GET',
    path: '/public/unsubscribe',
    access: 'public',
    reply: replies.message,
  },
  unsubscribe: { method: 'POST', path: '/public/unsubscribe', access: 'public', reply: replies.message },
} as const satisfies Routes;
