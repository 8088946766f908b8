import { setTimeout as pause } from 'node:timers/promises';
import type { ApiClient } from './applicant.ts';

export const conversionOf = (key: string) => `/api/pdf/document-answer/${key}`;

/** Uploads a file as the page does: gets a presigned URL, sends the file, starts its conversion. */
export async function upload(applicant: ApiClient, key: string, file_name: string, bytes: Uint8Array) {
  const presigned = await applicant.call('POST', '/api/presigned-url', { answer_key: key });
  if (presigned.status !== 200)
    throw new Error(`presigned-url: ${presigned.status} ${presigned.body.message}`);
  const { url, fields } = presigned.body as { url: string; fields: Record<string, string> };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([Uint8Array.from(bytes)]), file_name);
  const sent = await fetch(url, { method: 'POST', body: form });
  if (!sent.ok) throw new Error(`The upload was refused: ${sent.status} ${await sent.text()}`);
  const started = await applicant.call('POST', conversionOf(key), { file_key: fields.key, file_name });
  if (started.status !== 200)
    throw new Error(`The conversion was refused: ${started.status} ${started.body.message}`);
}

/** Polls, as the page does, until the conversion or the PDF has an outcome. */
export async function conversionEnded(applicant: ApiClient, path: string, milliseconds = 120_000) {
  const end = Date.now() + milliseconds;
  for (;;) {
    const { status, body } = await applicant.call('GET', path);
    if (status !== 200) throw new Error(`${path}: ${status} ${body.message}`);
    if (body.status === 'COMPLETED' || body.status === 'FAILED') return body;
    if (Date.now() > end) throw new Error(`${path} is still ${body.status}.`);
    await pause(100);
  }
}
