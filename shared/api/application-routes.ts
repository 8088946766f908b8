import * as replies from './replies.ts';
import type { Routes } from './route.ts';

// The calls about applications: of applicants, staff and visitors.

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
