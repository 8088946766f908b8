import type { Route } from './route.ts';

/**
 * Every call of the platform specification, point 7, that answers today, grouped by the function that answers it.
 * Each group's schemas stand beside this file under the group's name.
 */
export const routes = {
  account: {
    signUp: { method: 'POST', path: '/public/signup', access: 'public' },
    confirm: { method: 'POST', path: '/public/confirm', access: 'public' },
    logIn: { method: 'POST', path: '/public/login', access: 'public' },
    resendConfirm: { method: 'POST', path: '/public/resend-confirm', access: 'public' },
    forgotPassword: { method: 'POST', path: '/public/forgot-password', access: 'public' },
    resetPassword: { method: 'POST', path: '/public/reset-password', access: 'public' },
    logOut: { method: 'GET', path: '/api/logout', access: 'ending' },
  },
  application: {
    getProfile: { method: 'GET', path: '/api/profile', access: 'applicant' },
    putLastPage: { method: 'PUT', path: '/api/last-page', access: 'applicant' },
    putAnswer: { method: 'PUT', path: '/api/answer', access: 'applicant' },
    postWebStatus: { method: 'POST', path: '/api/web-status', access: 'applicant' },
    postValidations: { method: 'POST', path: '/api/validations', access: 'applicant' },
    submit: { method: 'POST', path: '/api/submit', access: 'applicant' },
    getAddAnother: { method: 'GET', path: '/api/add-another', access: 'applicant' },
    putAddAnother: { method: 'PUT', path: '/api/add-another', access: 'applicant' },
    getTabs: { method: 'GET', path: '/api/tabs', access: 'applicant' },
    putTabs: { method: 'PUT', path: '/api/tabs', access: 'applicant' },
  },
  documents: {
    createUpload: { method: 'POST', path: '/api/presigned-url', access: 'applicant' },
    startConversion: { method: 'POST', path: '/api/pdf/document-answer/{answer_key}', access: 'applicant' },
    getConversion: { method: 'GET', path: '/api/pdf/document-answer/{answer_key}', access: 'applicant' },
    deleteConversion: {
      method: 'DELETE',
      path: '/api/pdf/document-answer/{answer_key}',
      access: 'applicant',
    },
    getDocuments: { method: 'GET', path: '/api/document-answer', access: 'applicant' },
    viewDocument: { method: 'GET', path: '/api/document-answer/{answer_key}', access: 'applicant' },
    deleteDocument: { method: 'DELETE', path: '/api/document-answer/{answer_key}', access: 'applicant' },
  },
  lookup: {
    find: { method: 'GET', path: '/lookup/find', access: 'public' },
  },
  applicationPdf: {
    getApplicationPdf: { method: 'GET', path: '/api/pdf', access: 'applicant' },
  },
  service: {
    getApplication: { method: 'GET', path: '/service/tmp-pdf', access: 'service' },
    getPdf: { method: 'GET', path: '/service/pdf', access: 'service' },
  },
  deviceLink: {
    getAnswers: { method: 'GET', path: '/public/tmp', access: 'public' },
    saveAnswers: { method: 'POST', path: '/public/tmp', access: 'public' },
    reportError: { method: 'POST', path: '/public/trouble', access: 'public' },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Route>>>>;

export type Group = keyof typeof routes;
