import * as z from 'zod/mini';
import type { Contracts } from './contract.ts';
import { body, documentAnswers, id, message, progress, text } from './fields.ts';
import { routes } from './routes.ts';

const params = z.object({ answer_key: id('answer_key') });

export const documents = {
  /** Asks where to send a file. The caller then posts the file to `url` after all `fields` (decision H-02). */
  createUpload: {
    route: routes.documents.createUpload,
    body: body({ answer_key: id('answer_key') }),
    reply: z.object({ url: z.string(), fields: z.record(z.string(), z.string()) }),
  },
  /** `file_key` is the `key` among the fields that `createUpload` gave. */
  startConversion: {
    route: routes.documents.startConversion,
    params,
    body: body({ file_key: text('file_key', 300), file_name: text('file_name', 255) }),
    reply: message,
  },
  /** How far the conversion has come; the client polls it. `error` is '' unless it FAILED. */
  getConversion: {
    route: routes.documents.getConversion,
    params,
    reply: z.object({ status: progress, message: z.string(), error: z.string() }),
  },
  deleteConversion: { route: routes.documents.deleteConversion, params, reply: message },
  getDocuments: {
    route: routes.documents.getDocuments,
    reply: documentAnswers,
  },
  /** 302 to a short-lived link that shows the converted PDF (additive: the platform specification lists names only). */
  viewDocument: { route: routes.documents.viewDocument, params, reply: message },
  deleteDocument: { route: routes.documents.deleteDocument, params, reply: message },
} as const satisfies Contracts;
