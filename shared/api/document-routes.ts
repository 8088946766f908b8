import * as documentReplies from './document-replies.ts';
import * as replies from './replies.ts';
import { anyone, applicant, type Routes, routesFor } from './route.ts';

// The calls about documents, look-ups and PDFs. They load with the part of a page that makes them.

const service = routesFor({ access: 'service' });

export const documentRoutes = {
  createUpload: applicant('POST', '/api/presigned-url', documentReplies.upload),
  startConversion: applicant('POST', '/api/pdf/document-answer/{answer_key}', replies.done),
  getConversion: applicant('GET', '/api/pdf/document-answer/{answer_key}', documentReplies.conversion),
  deleteConversion: applicant('DELETE', '/api/pdf/document-answer/{answer_key}', replies.done),
  getDocuments: applicant('GET', '/api/document-answer', documentReplies.documents),
  viewDocument: applicant('GET', '/api/document-answer/{answer_key}', replies.message),
  deleteDocument: applicant('DELETE', '/api/document-answer/{answer_key}', replies.done),
} as const satisfies Routes;

export const lookupRoutes = {
  find: anyone('GET', '/lookup/find', documentReplies.lookup),
} as const satisfies Routes;

export const applicationPdfRoutes = {
  getApplicationPdf: applicant('GET', '/api/pdf', documentReplies.applicationPdf),
} as const satisfies Routes;

export const serviceRoutes = {
  getApplication: service('GET', '/service/tmp-pdf', documentReplies.staffApplication),
  getPdf: service('GET', '/service/pdf', documentReplies.pdfStatus),
  viewDocument: service('GET', '/service/document-answer/{answer_key}', replies.message),
} as const satisfies Routes;
