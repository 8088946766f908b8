import * as documentReplies from './document-replies.ts';
import * as replies from './replies.ts';
import type { Routes } from './route.ts';

// The calls about documents, look-ups and PDFs. They load with the part of a page that makes them.

export const documentRoutes = {
  createUpload: {
    method: 'POST',
    path: '/api/presigned-url',
    access: 'applicant',
    reply: documentReplies.upload,
  },
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
    reply: documentReplies.conversion,
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
    reply: documentReplies.documents,
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
  find: { method: 'GET', path: '/lookup/find', access: 'public', reply: documentReplies.lookup },
} as const satisfies Routes;

export const applicationPdfRoutes = {
  getApplicationPdf: {
    method: 'GET',
    path: '/api/pdf',
    access: 'applicant',
    reply: documentReplies.applicationPdf,
  },
} as const satisfies Routes;

export const serviceRoutes = {
  getApplication: {
    method: 'GET',
    path: '/service/tmp-pdf',
    access: 'service',
    reply: documentReplies.staffApplication,
  },
  getPdf: { method: 'GET', path: '/service/pdf', access: 'service', reply: documentReplies.pdfStatus },
  viewDocument: {
    method: 'GET',
    path: '/service/document-answer/{answer_key}',
    access: 'service',
    reply: replies.message,
  },
} as const satisfies Routes;
