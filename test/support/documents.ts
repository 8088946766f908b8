import { setTimeout as pause } from 'node:timers/promises';
import { ListExecutionsCommand, SFNClient } from '@aws-sdk/client-sfn';
import type { LocalCloud } from '../../scripts/local-cloud/index.ts';
import type { ApiClient } from './applicant.ts';
import { clientSettings } from './aws-clients.ts';

export const conversionOf = (key: string) => `/api/pdf/document-answer/${key}`;

export interface UploadForm {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Gets a presigned form. */
export async function uploadFormFor(applicant: ApiClient, key: string): Promise<UploadForm> {
  const presigned = await applicant.call('POST', '/api/presigned-url', { answer_key: key });
  if (presigned.status !== 200)
    throw new Error(`presigned-url: ${presigned.status} ${presigned.body.message}`);
  return presigned.body as unknown as UploadForm;
}

/** Sends a file by a form. */
export async function postForm({ url, fields }: UploadForm, bytes: Uint8Array): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([Uint8Array.from(bytes)]), 'file');
  const sent = await fetch(url, { method: 'POST', body: form });
  if (!sent.ok) throw new Error(`The upload was refused: ${sent.status} ${await sent.text()}`);
}

/** Asks for the conversion of what was sent by a form. */
export async function requestConversion(
  applicant: ApiClient,
  key: string,
  { fields }: UploadForm,
  file_name: string,
): Promise<void> {
  const started = await applicant.call('POST', conversionOf(key), { file_key: fields.key, file_name });
  if (started.status !== 200)
    throw new Error(`The conversion was refused: ${started.status} ${started.body.message}`);
}

/** Uploads a file as the page does: gets a presigned form, sends the file, starts its conversion. */
export async function upload(applicant: ApiClient, key: string, file_name: string, bytes: Uint8Array) {
  const form = await uploadFormFor(applicant, key);
  await postForm(form, bytes);
  await requestConversion(applicant, key, form, file_name);
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

/** Number of started executions of the conversion state machine. */
export async function conversionsStarted(cloud: LocalCloud): Promise<number> {
  const machine = Object.entries(cloud.outputs).find(([path]) =>
    path.endsWith('/Conversion/Machine/Resource'),
  );
  const client = new SFNClient(clientSettings(cloud));
  const { executions = [] } = await client.send(new ListExecutionsCommand({ stateMachineArn: machine?.[1] }));
  return executions.length;
}
