import * as z from 'zod/mini';
import type { ContractsOf } from './contract.ts';
import { documentRoutes } from './document-routes.ts';
import { body, id, text } from './fields.ts';

const params = z.object({ answer_key: id('answer_key') });

/**
 * The calls about uploaded documents. An `answer_key` is the key of a file question, or after submission
 * `checklist-` and a checklist item.
 */
export const documents = {
  /** Replies with where to upload a file. The caller then posts the file to `url`, after all `fields`. */
  createUpload: {
    route: documentRoutes.createUpload,
    body: body({ answer_key: id('answer_key') }),
  },
  /** `file_key` is the `key` among the fields that `createUpload` returned. */
  startConversion: {
    route: documentRoutes.startConversion,
    params,
    body: body({ file_key: text('file_key', 300), file_name: text('file_name', 255) }),
  },
  /**
   * The state of the conversion, which the client polls. `error` is '' unless the status is FAILED. `message`
   * says when it waits.
   */
  getConversion: {
    route: documentRoutes.getConversion,
    params,
  },
  /** With `only=replacement` it deletes an upload that was to replace a document, which stays. */
  deleteConversion: {
    route: documentRoutes.deleteConversion,
    params,
    query: z.object({ only: z.optional(z.enum(['replacement'], 'only: replacement is expected.')) }),
  },
  getDocuments: {
    route: documentRoutes.getDocuments,
  },
  /** Redirects (302) to a short-lived link to the converted PDF. */
  viewDocument: { route: documentRoutes.viewDocument, params },
  deleteDocument: { route: documentRoutes.deleteDocument, params },
} as const satisfies ContractsOf<typeof documentRoutes>;
