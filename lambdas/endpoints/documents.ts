import { documents as calls } from '../../shared/api/documents.ts';
import { fileNameProblem } from '../../shared/rules/upload.ts';
import { pause } from '../clock.ts';
import { HttpError } from '../http/errors.ts';
import { serve } from '../http/serve.ts';
import { readApplication } from '../store/application.ts';
import {
  completedDocuments,
  documentOf,
  newUpload,
  removeDocument,
  requestConversion,
} from '../store/documents.ts';
import type { StoredDocument } from '../store/items.ts';

// The form and what speaks to S3 and Step Functions load with the first call that needs it: most calls ask how far a document is.
const files = () => import('../files.ts');
const machines = () => import('../machines.ts');

const words = {
  notReceived: 'We did not receive your file. Please try again.',
  noSuchQuestion: 'There is no question for this file.',
  started: 'Your file is being converted.',
  deleted: 'Your file was deleted.',
  noSuchDocument: 'There is no converted file here. Please upload it again.',
  found: 'Your file is shown.',
} as const;

/** Seconds in which a browser follows the redirect to a file. */
const viewSeconds = 60;

/** Uploads belong to file questions of the form (decision D-42). */
async function refuseUnknown(key: string): Promise<void> {
  const { kindOf } = await import('../form.ts');
  if (kindOf(key) !== 'document') throw new HttpError(400, words.noSuchQuestion);
}

/** A no-cors upload hides its failure, so we look for the file, up to three times (decision D-51). */
async function receivedSize(key: string): Promise<number> {
  const { uploadedSize } = await files();
  for (const wait of [0, 200, 600]) {
    await pause(wait);
    const size = await uploadedSize(key);
    if (size !== undefined) return size;
  }
  throw new HttpError(400, words.notReceived);
}

/** Bytes that are left over are also removed by the bucket's lifecycle, a day later. */
async function removeFiles(document: StoredDocument | undefined): Promise<void> {
  if (document === undefined) return;
  const { deleteDocumentFile, deleteUpload } = await files();
  await deleteUpload(document.object_key);
  if (document.pdf_key !== undefined) await deleteDocumentFile(document.pdf_key);
}

async function remove(sub: string, key: string) {
  await refuseUnknown(key);
  await removeFiles(await removeDocument(sub, key));
  return { body: { message: words.deleted } };
}

export const handler = serve(calls, {
  async createUpload({ caller, body }) {
    await refuseUnknown(body.answer_key);
    const { object_key, replaced } = await newUpload(caller.sub, body.answer_key);
    await removeFiles(replaced);
    return { body: await (await files()).uploadAddress(object_key) };
  },

  async startConversion({ caller, params, body }) {
    const { answer_key } = params;
    await refuseUnknown(answer_key);
    const fault = fileNameProblem(body.file_name);
    if (fault !== undefined) throw new HttpError(400, fault);
    const current = await documentOf(caller.sub, answer_key);
    if (current?.object_key !== body.file_key) throw new HttpError(400, words.notReceived);
    const file_size = await receivedSize(current.object_key);
    const gen = await requestConversion(caller.sub, answer_key, { ...body, file_size });
    if (gen === undefined) throw new HttpError(400, words.notReceived);
    await (await machines()).startConversion(gen, current.object_key);
    return { body: { message: words.started } };
  },

  async getConversion({ caller, params }) {
    const document = await documentOf(caller.sub, params.answer_key);
    const { status = 'NOT_ANSWERED' as const, message = '' } = document ?? {};
    return { body: { status, message, error: status === 'FAILED' ? message : '' } };
  },

  deleteConversion: ({ caller, params }) => remove(caller.sub, params.answer_key),

  async getDocuments({ caller }) {
    return { body: completedDocuments((await readApplication(caller.sub)).documents) };
  },

  async viewDocument({ caller, params }) {
    const document = await documentOf(caller.sub, params.answer_key);
    if (document?.status !== 'COMPLETED' || document.pdf_key === undefined)
      throw new HttpError(404, words.noSuchDocument);
    const { linkTo } = await files();
    const link = { expiresIn: viewSeconds, isShown: true };
    const location = await linkTo(document.pdf_key, `${params.answer_key}.pdf`, link);
    return { status: 302, headers: { location }, body: { message: words.found } };
  },

  deleteDocument: ({ caller, params }) => remove(caller.sub, params.answer_key),
});
