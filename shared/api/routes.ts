import * as replies from './replies.ts';
import type { Route } from './route.ts';

// Every call of the API, grouped by the function that handles it. Each group is a separate constant, so the
// bundle of a function contains only its own. The contracts of a group, which define the input of its calls,
// are in the file with the group's name.

type Routes = Readonly<Record<string, Route>>;

export const accountRoutes = {
  signUp: { method: 'POST', path: '/public/signup', access: 'public', reply: replies.done },
  confirm: { method: 'POST', path: '/public/confirm', access: 'public', reply: replies.done },
  logIn: { method: 'POST', path: '/public/login', access: 'public', reply: replies.logIn },
  answerCode: { method: 'POST', path: '/public/login-code', access: 'public', reply: replies.message },
  resendConfirm: {
    method: 'POST',
    path: '/public/resend-confirm',
    access: 'public',
    reply: replies.done,
  },
  forgotPassword: {
    method: 'POST',
    path: '/public/forgot-password',
    access: 'public',
    reply: replies.message,
  },
  resetPassword: {
    method: 'POST',
    path: '/public/reset-password',
    access: 'public',
    reply: replies.done,
  },
  changePassword: {
    method: 'POST',
    path: '/api/account/password',
    access: 'applicant',
    reply: replies.message,
  },
  changeAddress: {
    method: 'POST',
    path: '/api/account/address',
    access: 'applicant',
    reply: replies.message,
  },
  confirmAddress: {
    method: 'POST',
    path: '/api/account/address/confirm',
    access: 'applicant',
    reply: replies.newAddress,
  },
  getSessions: {
    method: 'GET',
    path: '/api/account/sessions',
    access: 'applicant',
    reply: replies.sessions,
  },
  revokeSession: {
    method: 'DELETE',
    path: '/api/account/sessions/{id}',
    access: 'applicant',
    reply: replies.message,
  },
  revokeOtherSessions: {
    method: 'DELETE',
    path: '/api/account/sessions',
    access: 'applicant',
    reply: replies.message,
  },
  deleteApplication: {
    method: 'POST',
    path: '/api/account/deletion',
    access: 'applicant',
    reply: replies.message,
  },
  getSecondFactor: {
    method: 'GET',
    path: '/api/second-factor',
    access: 'applicant',
    reply: replies.secondFactor,
  },
  startSecondFactor: {
    method: 'POST',
    path: '/api/second-factor',
    access: 'applicant',
    reply: replies.setUp,
  },
  finishSecondFactor: {
    method: 'PUT',
    path: '/api/second-factor',
    access: 'applicant',
    reply: replies.recoveryCodes,
  },
  endSecondFactor: {
    method: 'POST',
    path: '/api/second-factor/off',
    access: 'applicant',
    reply: replies.message,
  },
  logOut: { method: 'GET', path: '/api/logout', access: 'ending', reply: replies.done },
} as const satisfies Routes;

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
  getReminders: { method: 'GET', path: '/api/reminders', access: 'applicant', reply: replies.reminders },
  putReminders: { method: 'PUT', path: '/api/reminders', access: 'applicant', reply: replies.message },
  askToUnsubscribe: {
    method: 'GET',
    path: '/public/unsubscribe',
    access: 'public',
    reply: replies.message,
  },
  unsubscribe: { method: 'POST', path: '/public/unsubscribe', access: 'public', reply: replies.message },
  submit: { method: 'POST', path: '/api/submit', access: 'applicant', reply: replies.submission },
  getOwnData: { method: 'GET', path: '/api/own-data', access: 'applicant', reply: replies.ownData },
  getAddAnother: { method: 'GET', path: '/api/add-another', access: 'applicant', reply: replies.counts },
  putAddAnother: { method: 'PUT', path: '/api/add-another', access: 'applicant', reply: replies.done },
  getTabs: { method: 'GET', path: '/api/tabs', access: 'applicant', reply: replies.tabs },
  putTabs: { method: 'PUT', path: '/api/tabs', access: 'applicant', reply: replies.done },
} as const satisfies Routes;

export const documentRoutes = {
  createUpload: { method: 'POST', path: '/api/presigned-url', access: 'applicant', reply: replies.upload },
  startConversion: {
    method: 'POST',
    path: '/api/pdf/document-answer/{answer_key}',
    access: 'applicant',
    reply: replies.done,
  },
  getConversion: {
    method: 'GET',
    path: '/api/pdf/document-answer/{answer_key}',
    access: 'applicant',
    reply: replies.conversion,
  },
  deleteConversion: {
    method: 'DELETE',
    path: '/api/pdf/document-answer/{answer_key}',
    access: 'applicant',
    reply: replies.done,
  },
  getDocuments: {
    method: 'GET',
    path: '/api/document-answer',
    access: 'applicant',
    reply: replies.documentAnswers,
  },
  viewDocument: {
    method: 'GET',
    path: '/api/document-answer/{answer_key}',
    access: 'applicant',
    reply: replies.message,
  },
  deleteDocument: {
    method: 'DELETE',
    path: '/api/document-answer/{answer_key}',
    access: 'applicant',
    reply: replies.done,
  },
} as const satisfies Routes;

export const lookupRoutes = {
  find: { method: 'GET', path: '/lookup/find', access: 'public', reply: replies.lookup },
} as const satisfies Routes;

export const applicationPdfRoutes = {
  getApplicationPdf: {
    method: 'GET',
    path: '/api/pdf',
    access: 'applicant',
    reply: replies.applicationPdf,
  },
} as const satisfies Routes;

export const serviceRoutes = {
  getApplication: {
    method: 'GET',
    path: '/service/tmp-pdf',
    access: 'service',
    reply: replies.staffApplication,
  },
  getPdf: { method: 'GET', path: '/service/pdf', access: 'service', reply: replies.pdfStatus },
  viewDocument: {
    method: 'GET',
    path: '/service/document-answer/{answer_key}',
    access: 'service',
    reply: replies.message,
  },
} as const satisfies Routes;

export const deviceLinkRoutes = {
  getAnswers: { method: 'GET', path: '/public/tmp', access: 'public', reply: replies.answers },
  saveAnswers: { method: 'POST', path: '/public/tmp', access: 'public', reply: replies.deviceLink },
  reportError: { method: 'POST', path: '/public/trouble', access: 'public', reply: replies.message },
} as const satisfies Routes;

/** All groups, by their names. */
export const routes = {
  account: accountRoutes,
  application: applicationRoutes,
  documents: documentRoutes,
  lookup: lookupRoutes,
  applicationPdf: applicationPdfRoutes,
  service: serviceRoutes,
  deviceLink: deviceLinkRoutes,
} as const satisfies Readonly<Record<string, Routes>>;

export type Group = keyof typeof routes;
