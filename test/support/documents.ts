import { setTimeout as pause } from 'node:timers/promises';
import type { Visitor } from './applicant.ts';

export const conversionOf = (key: string) => `/api/pdf/document-answer/${key}`;

/** What the browser does with a chosen file: asks where to send it, sends it, asks for its conversion. */
export async function upload(applicant: Visitor, key: string, file_name: string, bytes: Uint8Array) {
  const asked = await applicant.call('POST', '/api/presigned-url', { answer_key: key });
  if (asked.status !== 200) throw new Error(`presigned-url: ${asked.status} ${asked.body.message}`);
  const { url, fields } = asked.body as { url: string; fields: Record<string, string> };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([Uint8Array.from(bytes)]), file_name);
  const sent = await fetch(url, { method: 'POST', body: form });
  if (!sent.ok) throw new Error(`The upload was refused: ${sent.status} ${await sent.text()}`);
  const started = await applicant.call('POST', conversionOf(key), { file_key: fields.key, file_name });
  if (started.status !== 200)
    throw new Error(`The conversion was refused: ${started.status} ${started.body.message}`);
}

/** Polls, as the browser does, until there is an outcome. */
export async function settled(applicant: Visitor, path: string, milliseconds = 120_000) {
  const end = Date.now() + milliseconds;
  for (;;) {
    const { status, body } = await applicant.call('GET', path);
    if (status !== 200) throw new Error(`${path}: ${status} ${body.message}`);
    if (body.status === 'COMPLETED' || body.status === 'FAILED') return body;
    if (Date.now() > end) throw new Error(`${path} is still ${body.status}.`);
    await pause(100);
  }
}
