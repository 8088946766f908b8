import type { Request } from '../../scripts/local-cloud/http.ts';
import type { LocalCloud } from '../../scripts/local-cloud/index.ts';
import { codeFor, goodPassword, newAddress, Visitor } from '../support/applicant.ts';
import { conversionOf, upload } from '../support/documents.ts';
import { completeAnswers } from '../support/form.ts';
import { docx, pdf, photograph } from '../support/samples.ts';
import type { Watch } from './watch.ts';

// What applicants do, over HTTP, in a way that needs every permission. Every failure is thrown.

const key = 'transcript_document';

export async function done(heard: ReturnType<Visitor['call']>) {
  const { status, body } = await heard;
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

/** Signs up, replaces the password by the mailed link, signs up again by mistake, and logs in. */
export async function makeAccount(cloud: LocalCloud, watch: Watch): Promise<Visitor> {
  const [username, visitor] = [newAddress(), new Visitor(cloud)];
  const post = (path: string, body: object) => done(visitor.call('POST', path, { username, ...body }));
  await post('/public/signup', { password: 'Second-Thoughts-1!' });
  await watch.sees(['AccountMail', 'Contractsaccount']);
  await post('/public/signup', { password: goodPassword });
  await post('/public/confirm', { code: codeFor(cloud, username) });
  const id = /[?&]id=(\d+)/.exec(cloud.mail(username)[0]?.text ?? '')?.[1] ?? '';
  await post('/public/reset-password', { id, password: goodPassword, confirm_password: goodPassword });
  await post('/public/signup', { password: goodPassword });
  // The response must not reveal whether the owner gets a mail.
  await watch.until(() => cloud.mail(username).some(({ subject }) => subject.includes('already have')));
  await post('/public/login', { password: goodPassword });
  return visitor;
}

/** Looks up a school, fills in the form, uploads each type of file, and deletes one. */
export async function apply(cloud: LocalCloud, visitor: Visitor, watch: Watch): Promise<void> {
  await done(visitor.call('GET', '/lookup/find?text=stargazer&category=hs_ceeb'));
  await watch.sees(['Contractslookup']);
  await save(visitor);
  await watch.sees(['Contractsapplication']);
  await loseAFile(visitor);
  await watch.sees(['Contractsdocuments']);
  await convert(visitor, watch, 'photo.jpg', await photograph(1));
  await watch.sees(['-Inspect', '-Convert', '-Record']);
  await download(visitor, watch); // a copy with the document, which goes with it
  await done(visitor.call('DELETE', conversionOf(key)));
  await convert(visitor, watch, 'essay.docx', docx());
  await watch.sees(['-OfficeConvert']);
  await changeMind(cloud, visitor, watch);
  await convert(visitor, watch, 'transcript.pdf', await pdf());
  await look(visitor, watch);
}

/** Opens the converted document. */
async function look(visitor: Visitor, watch: Watch): Promise<void> {
  const { status, headers } = await visitor.call('GET', `/api/document-answer/${key}`);
  if (status !== 302) throw new Error(`The document: ${status}`);
  const response = await fetch(String(headers.get('location')));
  if (!response.ok) throw new Error(`The document: ${response.status} ${await response.text()}`);
  await watch.sees(['Contractsdocuments']);
}

/** Requests a PDF, changes an answer and a document while it is drawn, and reads the PDF of the new state. */
export async function downloadInHaste(cloud: LocalCloud, visitor: Visitor, watch: Watch): Promise<void> {
  await download(visitor, watch);
  await save(visitor);
  const before = watch.reports().length;
  let isWritten = false;
  const goOn = cloud.disrupt({
    trouble: 'held',
    meets: (request) => {
      const meets = writesCopy(request);
      isWritten ||= meets;
      return meets;
    },
  });
  try {
    await done(visitor.call('GET', '/api/pdf'));
    await watch.until(() => isWritten);
    await save(visitor);
    await done(visitor.call('GET', '/api/pdf'));
  } finally {
    goOn();
  }
  await watch.until(
    () =>
      watch
        .reports()
        .slice(before)
        .filter(({ name }) => name.includes('-Make')).length > 1,
  );
  await download(visitor, watch);
}

/** Changes an answer, so that the PDF is drawn again, and reads it. */
export async function download(visitor: Visitor, watch: Watch): Promise<void> {
  await save(visitor);
  const copy = await settled(visitor, watch, '/api/pdf');
  const response = await fetch(String(copy.url));
  if (!response.ok) throw new Error(`The copy: ${response.status} ${await response.text()}`);
  await watch.sees(['ContractsapplicationPdf', '-Make']);
}

export const submit = (visitor: Visitor) => done(visitor.call('POST', '/api/submit'));

/** Another applicant fills in the form, submits it and gets the receipt by mail. */
export async function submitAnew(cloud: LocalCloud, watch: Watch): Promise<void> {
  const visitor = await makeAccount(cloud, watch);
  await save(visitor);
  await watch.sees(['Contractsapplication']);
  await download(visitor, watch);
  const { confirmation } = await submit(visitor);
  const { username } = await done(visitor.call('GET', '/api/profile'));
  await watch.until(() =>
    cloud.mail(String(username)).some(({ text }) => text.includes(String(confirmation))),
  );
}

export const save = (visitor: Visitor) =>
  done(visitor.call('PUT', '/api/answer', { answer: completeAnswers }));

/** Requests the conversion of a file that never arrived. */
async function loseAFile(visitor: Visitor) {
  const { fields } = await done(visitor.call('POST', '/api/presigned-url', { answer_key: key }));
  const file_key = (fields as Readonly<Record<string, string>>).key;
  const heard = await visitor.call('POST', conversionOf(key), { file_key, file_name: 'lost.pdf' });
  if (heard.status !== 400) throw new Error(`A file that never came: ${heard.status}`);
}

async function convert(visitor: Visitor, watch: Watch, name: string, bytes: Uint8Array) {
  await upload(visitor, key, name, bytes);
  await settled(visitor, watch, conversionOf(key));
}

async function settled(visitor: Visitor, watch: Watch, path: string) {
  let body: Awaited<ReturnType<typeof done>> = {};
  await watch.until(async () => {
    body = await done(visitor.call('GET', path));
    if (body.status === 'FAILED') throw new Error(`${path}: ${body.message ?? body.status}`);
    return body.status === 'COMPLETED';
  });
  return body;
}

/** Deletes a document during its conversion, so that its PDF is removed. */
async function changeMind(cloud: LocalCloud, visitor: Visitor, watch: Watch) {
  const before = watch.reports().length;
  let isWritten = false;
  const goOn = cloud.disrupt({
    trouble: 'held',
    meets: (request) => {
      const meets = writesDocument(request);
      isWritten ||= meets;
      return meets;
    },
  });
  try {
    await upload(visitor, key, 'second-thoughts.docx', docx());
    await watch.until(() => isWritten);
    await done(visitor.call('DELETE', conversionOf(key)));
  } finally {
    goOn();
  }
  await watch.sees(['-Record'], before);
  if (!watch.text().includes('"isCurrent":false')) throw new Error('The document was deleted too late.');
}

const writesCopy = ({ method, url }: Request) => method === 'PUT' && /^\/[^/]+\/copies\//.test(url.pathname);

const writesDocument = ({ method, url }: Request) =>
  method === 'PUT' && /^\/[^/]+\/documents\//.test(url.pathname);
