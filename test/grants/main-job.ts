import type { LocalCloud, Request } from '../../scripts/local-cloud/index.ts';
import { keyOfItem } from '../../shared/rules/checklist-documents.ts';
import { ApiClient, codeFor, goodPassword, newAddress } from '../support/applicant.ts';
import { conversionOf, upload } from '../support/documents.ts';
import { completeAnswers } from '../support/form.ts';
import { docx, pdf, photograph } from '../support/samples.ts';
import type { Watch } from './watch.ts';

// Applicant actions over HTTP that need every permission. Every failure is thrown.

const key = 'transcript_document';

export async function waitUntilDone(response: ReturnType<ApiClient['call']>) {
  const { status, body } = await response;
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

/**
 * Signs up, resets the password with the mailed link, signs up again by mistake, logs in, and changes the
 * address.
 */
export async function makeAccount(cloud: LocalCloud, watch: Watch): Promise<ApiClient> {
  const [username, client] = [newAddress(), new ApiClient(cloud)];
  const post = (path: string, body: object) =>
    waitUntilDone(client.call('POST', path, { username, ...body }));
  await post('/public/signup', { password: goodPassword });
  await watch.sees(['Contractsaccount']);
  await post('/public/confirm', { code: codeFor(cloud, username) });
  await post('/public/forgot-password', {});
  const id = /[?&]id=([\w.]+)/.exec(cloud.mail(username)[0]?.text ?? '')?.[1] ?? '';
  await post('/public/reset-password', { id, password: goodPassword, confirm_password: goodPassword });
  await post('/public/signup', { password: goodPassword });
  // The response must not reveal whether the owner gets a mail.
  await watch.until(() => cloud.mail(username).some(({ subject }) => subject.includes('already have')));
  await post('/public/login', { password: goodPassword });
  await moveTo(newAddress(), cloud, client, username);
  return client;
}

/** Changes the address with the codes from both mailboxes. */
async function moveTo(address: string, cloud: LocalCloud, client: ApiClient, before: string) {
  const path = '/api/account/address';
  await waitUntilDone(client.call('POST', path, { username: address, current_password: goodPassword }));
  const codes = { code: codeFor(cloud, address), current_code: codeFor(cloud, before) };
  await waitUntilDone(client.call('POST', `${path}/confirm`, codes));
}

/** Looks up a school, fills in the form, uploads each type of file, and deletes one. */
export async function apply(cloud: LocalCloud, client: ApiClient, watch: Watch): Promise<void> {
  await waitUntilDone(client.call('GET', '/lookup/find?text=stargazer&category=hs_ceeb'));
  await watch.sees(['Contractspublic']);
  await save(client);
  await watch.sees(['Contractsapplicant']);
  await loseAFile(client);
  await rejectAFile(client, watch);
  await watch.sees(['Contractsapplicant']);
  await convert(client, watch, 'photo.jpg', await photograph(1));
  await watch.sees(['-Inspect', '-Convert', '-Record']);
  await download(client, watch); // a copy with the document, which goes with it
  await waitUntilDone(client.call('DELETE', conversionOf(key)));
  await convert(client, watch, 'essay.docx', docx());
  await watch.sees(['-OfficeConvert']);
  await changeMind(cloud, client, watch);
  await convert(client, watch, 'transcript.pdf', await pdf());
  await look(client, watch);
}

/** Opens the converted document. */
async function look(client: ApiClient, watch: Watch): Promise<void> {
  const { status, headers } = await client.call('GET', `/api/document-answer/${key}`);
  if (status !== 302) throw new Error(`The document: ${status}`);
  const response = await fetch(String(headers.get('location')));
  if (!response.ok) throw new Error(`The document: ${response.status} ${await response.text()}`);
  await watch.sees(['Contractsapplicant']);
}

/** Requests a PDF, replaces a document while it is drawn, and reads the PDF of the new state. */
export async function downloadTwice(cloud: LocalCloud, client: ApiClient, watch: Watch): Promise<void> {
  await download(client, watch);
  await save(client);
  const before = watch.reports().length;
  let isWritten = false;
  const goOn = cloud.injectFault({
    effect: 'held',
    matches: (request) => {
      const matches = writesCopy(request);
      isWritten ||= matches;
      return matches;
    },
  });
  try {
    await waitUntilDone(client.call('GET', '/api/pdf'));
    await watch.until(() => isWritten);
    await waitUntilDone(client.call('DELETE', conversionOf(key)));
  } finally {
    goOn();
  }
  await watch.until(() =>
    watch
      .reports()
      .slice(before)
      .some(({ name }) => name.includes('-Make')),
  );
  await convert(client, watch, 'transcript.pdf', await pdf());
  await download(client, watch);
}

/** Changes an answer, which makes the PDF outdated, and reads the new PDF. */
export async function download(client: ApiClient, watch: Watch): Promise<void> {
  await save(client);
  const copy = await settled(client, watch, '/api/pdf');
  const response = await fetch(String(copy.url));
  if (!response.ok) throw new Error(`The copy: ${response.status} ${await response.text()}`);
  await watch.sees(['Contractsapplicant', '-Make']);
}

export const submit = (client: ApiClient) => waitUntilDone(client.call('POST', '/api/submit'));

/** Another applicant fills in the form, submits it and gets the receipt by mail. */
export async function submitAgain(cloud: LocalCloud, watch: Watch): Promise<void> {
  const client = await makeAccount(cloud, watch);
  await save(client);
  await watch.sees(['Contractsapplicant']);
  await download(client, watch);
  await waitUntilDone(client.call('POST', '/api/validations', { validations: { first_name: ['Too long'] } }));
  const { confirmation } = await submit(client);
  const { username } = await waitUntilDone(client.call('GET', '/api/profile'));
  await watch.sees(['-Outbox']);
  await watch.until(() =>
    cloud.mail(String(username)).some(({ text }) => text.includes(String(confirmation))),
  );
}

/**
 * Another applicant submits an application with a document, which is delivered to the university, sends a
 * document for the checklist, and withdraws.
 */
export async function arrive(cloud: LocalCloud, watch: Watch): Promise<void> {
  const client = await makeAccount(cloud, watch);
  await save(client);
  await convert(client, watch, 'transcript.pdf', await pdf());
  await submit(client);
  await watch.until(() => /"kind":"package","outcome":"done"/.test(watch.text()));
  await convert(client, watch, 'scores.pdf', await pdf(), keyOfItem('transcript'));
  await waitUntilDone(client.call('GET', '/api/progress'));
  await waitUntilDone(client.call('POST', '/api/withdrawal', { current_password: goodPassword }));
}

export const save = (client: ApiClient) =>
  waitUntilDone(client.call('PUT', '/api/answer', { answer: completeAnswers }));

/** Requests the conversion of a file that never arrived. */
async function loseAFile(client: ApiClient) {
  const { fields } = await waitUntilDone(client.call('POST', '/api/presigned-url', { answer_key: key }));
  const file_key = (fields as Readonly<Record<string, string>>).key;
  const response = await client.call('POST', conversionOf(key), { file_key, file_name: 'lost.pdf' });
  if (response.status !== 400) throw new Error(`A file that never came: ${response.status}`);
}

/** Uploads a file whose name has the wrong type, which the first step rejects. */
async function rejectAFile(client: ApiClient, watch: Watch) {
  await upload(client, key, 'grades.png', await pdf());
  await watch.until(
    async () => (await waitUntilDone(client.call('GET', conversionOf(key)))).status === 'FAILED',
  );
}

async function convert(
  client: ApiClient,
  watch: Watch,
  name: string,
  bytes: Uint8Array,
  documentKey: string = key,
) {
  await upload(client, documentKey, name, bytes);
  await settled(client, watch, conversionOf(documentKey));
}

async function settled(client: ApiClient, watch: Watch, path: string) {
  let body: Awaited<ReturnType<typeof waitUntilDone>> = {};
  await watch.until(async () => {
    body = await waitUntilDone(client.call('GET', path));
    if (body.status === 'FAILED') throw new Error(`${path}: ${body.message ?? body.status}`);
    return body.status === 'COMPLETED';
  });
  return body;
}

/** Deletes a document during its conversion, which then removes its PDF. */
async function changeMind(cloud: LocalCloud, client: ApiClient, watch: Watch) {
  const before = watch.reports().length;
  let isWritten = false;
  const goOn = cloud.injectFault({
    effect: 'held',
    matches: (request) => {
      const matches = writesDocument(request);
      isWritten ||= matches;
      return matches;
    },
  });
  try {
    await upload(client, key, 'second-thoughts.docx', docx());
    await watch.until(() => isWritten);
    await waitUntilDone(client.call('DELETE', conversionOf(key)));
  } finally {
    goOn();
  }
  // The report of an earlier conversion may come after its result, so wait for the line too.
  await watch.until(() => watch.text().includes('"isCurrent":false'));
  await watch.sees(['-Record'], before);
}

const writesCopy = ({ method, url }: Request) =>
  method === 'PUT' && /^\/[^/]+\/application-pdfs\//.test(url.pathname);

const writesDocument = ({ method, url }: Request) =>
  method === 'PUT' && /^\/[^/]+\/documents\//.test(url.pathname);
