import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answers, type Form, type Value, walk } from '../../../shared/form/index.ts';
import { limits } from '../../../shared/rules/limits.ts';
import { root } from '../../build/root.ts';
import type { LocalCloud } from '../../local-cloud/index.ts';

// A generous estimate of one applicant's season. The applicant makes four visits, saves each answer
// separately (except those that a look-up fills), loads every file of the site once, makes three uploads, one
// of which is replaced, and requests two application PDFs.

const visits = 4;
const pages = ['/about', '/education', '/final-steps'];
const searches = ['star', 'starg', 'stargazer'];
const key = 'transcript_document';

type Save = Readonly<Record<string, Value>>;

/**
 * Groups answers that the page saves in one call, by the first key: an answer with its label, or all fields
 * that a look-up fills.
 */
function savesOf(form: Form, answers: Answers) {
  const isLookUp = new Set<string>();
  const filledBy = new Map<string, string>();
  for (const { key: source, question } of walk(form).questions) {
    if (question.kind !== 'autocomplete') continue;
    isLookUp.add(source);
    for (const filled of Object.values(question.fills)) filledBy.set(filled, source);
  }
  const firstKey = (name: string) => {
    const choice = name.replace(/_desc$/, '');
    return filledBy.get(choice) ?? choice;
  };
  const saves = Object.groupBy(Object.entries(answers), ([name]) => firstKey(name));
  return Object.entries(saves).map(([first, answer = []]) => ({
    isLookUp: isLookUp.has(first),
    answer: Object.fromEntries(answer) as Save,
  }));
}

type Visitor = import('../../../test/support/applicant.ts').ApiClient;

/** Compressed bytes of a response. */
const received = (address: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const asked = request(address, { headers: { 'accept-encoding': 'br' } }, (answer) => {
      let size = 0;
      answer.on('data', (part: Buffer) => {
        size += part.length;
      });
      answer.on('end', () => resolve(size));
    });
    asked.on('error', reject).end();
  });

/** Bytes that the applicant's browser received, and the number of its requests. */
export interface CallTiming {
  requests: number;
  bytes: number;
}

/** Simulates one applicant from the first visit to the receipt. */
export async function season(cloud: LocalCloud, settle: () => Promise<void>): Promise<CallTiming> {
  const support = (file: string) => import(join(root, 'test/support', file));
  const { newApplicant } = await support('applicant.ts');
  const { application, completeAnswers } = await support('form.ts');
  const { docx, pdf, photograph } = await support('samples.ts');
  const { conversionOf, upload } = await support('documents.ts');
  const felt: CallTiming = { requests: 0, bytes: 0 };

  const look = async (path: string) => {
    felt.requests += 1;
    felt.bytes += await received(cloud.url + path);
  };
  const assets = await readdir(join(root, 'dist/web/assets'));
  for (const file of assets.filter((name) => !name.startsWith('console-'))) await look(`/assets/${file}`);
  for (const path of ['/config.json', '/signup', ...pages]) await look(path);

  const applicant: Visitor = await newApplicant(cloud);
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
    const heard = await applicant.call(method, path, body);
    if (heard.status >= 400) throw new Error(`${method} ${path}: ${heard.status} ${heard.body.message}`);
    felt.bytes += JSON.stringify(heard.body).length;
    return heard.body;
  };

  const ended = async (path: string) => {
    let { status } = await call('GET', path);
    for (; status !== 'COMPLETED'; { status } = await call('GET', path)) await pause(limits.pdfPollMs);
  };

  const saves = savesOf(application, completeAnswers);
  const each = Math.ceil(saves.length / visits);
  let { revision } = await call('GET', '/api/profile');
  for (let visit = 0; visit < visits; visit += 1) {
    for (const path of pages) await look(path);
    for (const path of ['/api/profile', '/api/add-another', '/api/tabs', '/api/document-answer'])
      await call('GET', path);
    for (const last_page of pages) {
      await call('PUT', '/api/last-page', { last_page });
      await call('POST', '/api/validations', { validations: {} });
    }
    for (const { isLookUp, answer } of saves.slice(visit * each, (visit + 1) * each)) {
      if (isLookUp)
        for (const text of searches) await call('GET', `/lookup/find?category=hs_ceeb&text=${text}`);
      ({ revision } = await call('PUT', '/api/answer', { answer, revision }));
      await settle();
    }
  }
  const files = [
    ['photo.jpg', await photograph(6)],
    ['transcript.pdf', await pdf()],
    ['resume.docx', docx()],
  ] as const;
  for (const [name, bytes] of files) {
    await upload(applicant, key, name, bytes);
    await ended(conversionOf(key));
    await call('GET', '/api/document-answer');
  }
  await ended('/api/pdf');
  await call('POST', '/api/web-status', { web_status: 'started' });
  await call('POST', '/api/web-status', { web_status: 'validating' });
  await call('POST', '/api/submit');
  await call('GET', '/api/profile');
  await ended('/api/pdf');
  await call('GET', '/api/logout');
  return felt;
}
