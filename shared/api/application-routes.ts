import * as replies from './replies.ts';
import { anyone, applicant, type Routes } from './route.ts';

// The calls that form pages make as they load and save.

export const applicationRoutes = {
  getProfile: applicant('GET', '/api/profile', replies.profile),
  putLastPage: applicant('PUT', '/api/last-page', replies.done),
  putAnswer: applicant('PUT', '/api/answer', replies.savedAnswers),
  postWebStatus: applicant('POST', '/api/web-status', replies.done),
  postValidations: applicant('POST', '/api/validations', replies.done),
  submit: applicant('POST', '/api/submit', replies.submission),
  getAddAnother: applicant('GET', '/api/add-another', replies.counts),
  putAddAnother: applicant('PUT', '/api/add-another', replies.done),
  getTabs: applicant('GET', '/api/tabs', replies.tabs),
  putTabs: applicant('PUT', '/api/tabs', replies.done),
} as const satisfies Routes;

export const visitorRoutes = {
  getAnswers: anyone('GET', '/public/tmp', replies.answers),
  saveAnswers: anyone('POST', '/public/tmp', replies.deviceLink),
  getSettings: anyone('GET', '/public/settings', replies.settings),
  reportError: anyone('POST', '/public/trouble', replies.message),
  askToUnsubscribe: anyone('GET', '/public/unsubscribe', replies.message),
  unsubscribe: anyone('POST', '/public/unsubscribe', replies.message),
} as const satisfies Routes;
