import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportKeys } from '../../shared/export/columns.ts';

import { s3Of } from '../support/aws-clients.ts';
import { withCloud } from '../support/cloud.ts';
import { conversionEnded, conversionOf, upload } from '../support/documents.ts';
import { application, completeAnswers } from '../support/form.ts';
import { confirmationOf, putApplications } from '../support/generated-applications.ts';
import { auditLogOf, runOperatorCommand } from '../support/operator.ts';
import { packagesBucket, readPackaged } from '../support/packages.ts';
import { signedUp } from '../support/person.ts';
import { runHere } from '../support/run-here.ts';
import { pdf } from '../support/samples.ts';
import { type EarlierSubmission, lookSubmittedAgo, submittedAgo } from '../support/submitted-ago.ts';
import { setInItems, tableOf } from '../support/table.ts';
import { unzipped } from '../support/unzipped.ts';

const cloud = withCloud({ isEmpty: true });
const folder = mkdtempSync(join(tmpdir(), 'matricula-export-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const transcript = 'transcript_document';
const since = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
const into = (name: string) => join(folder, name);
const run = (name: string, ...args: readonly string[]) =>
  runHere(cloud(), 'staff', 'export', '--since', since, '--out', into(name), ...args);
const read = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8');
type Row = Readonly<Record<string, string>>;
const rows = (name: string): readonly Row[] =>
  parse(read(name, 'applications.csv'), { bom: true, columns: true, record_delimiter: '\r\n' });
const contentOf = (name: string, zip: string) => unzipped(readFileSync(join(folder, name, zip)));

let plain: EarlierSubmission;
let odd = '';

beforeAll(async () => {
  plain = await submittedAgo(cloud(), 3600);
  const delay = { deadline: 'early', label: 'Early decision', minutes: 12 };
  await setInItems(cloud(), 'SUBMISSION#', { attribute: 'late', value: delay });
  const row = { line: 2, applicant: plain.email, item: 'transcript', date: '2026-03-03' };
  await runOperatorCommand(cloud(), { command: 'receive-items', rows: [row], isTakingBack: false });
  const client = await signedUp(cloud());
  const answer = { ...completeAnswers, city: '=1+A1', preferred_name: 'Ada "the, first"' };
  await client.call('PUT', '/api/answer', { answer });
  await upload(client, transcript, 'grades.pdf', await pdf({ texts: ['Transcript of Ada'] }));
  await conversionEnded(client, conversionOf(transcript));
  const { body } = await client.call('POST', '/api/submit');
  odd = String(body.confirmation);
  await lookSubmittedAgo(cloud(), { confirmation: odd, submitted_at: String(body.submitted_at) }, 600);
  await cloud().quiet();
});

describe('npx matricula staff export as CSV', () => {
  it('has a row for each application and a column for each key, with the answer and its label', async () => {
    const { code, out } = await run('csv', '--without-pdfs');
    expect(code).toBe(0);
    expect(out).toBe(
      `2 applications are in ${into('csv')}. Those of the last two minutes are not among them.\n`,
    );
    expect(rows('csv').map(({ application_id }) => application_id)).toEqual([plain.confirmation, odd]);
    const [first = {}, second = {}] = rows('csv');
    expect(first).toMatchObject({ submitted_at: plain.at, account_email: plain.email });
    expect(Object.keys(first)).toEqual(expect.arrayContaining([...exportKeys(application)]));
    const { country, country_desc, gender, gender_desc } = completeAnswers;
    expect(first).toMatchObject({ country, country_desc, gender, gender_desc });
    expect(first).toMatchObject({ race_asian: 'true', race_black: 'false', other_answers: '' });
    expect(first).toMatchObject({ late_minutes: '12', late_deadline: 'Early decision' });
    expect(second).toMatchObject({ late_minutes: '', late_deadline: '' });
  });

  it('has the checklist as of the export', () => {
    const columns = ['transcript_received', 'test-scores_received', 'fafsa_received', 'missing_items'];
    expect(Object.keys(rows('csv')[0] ?? {}).slice(-5)).toEqual([...columns, 'withdrawn_at']);
    const [received, missing] = rows('csv').map((row) => columns.map((column) => row[column]));
    expect(received).toEqual(['2026-03-03', '', '', 'test-scores']);
    expect(missing).toEqual(['', '', '', 'transcript test-scores']);
  });

  it('begins with the mark by which Excel knows UTF-8, and lets no answer be calculated', () => {
    expect(read('csv', 'applications.csv').startsWith('\uFEFFapplication_id,submitted_at,')).toBe(true);
    expect(rows('csv')[1]).toMatchObject({ city: "'=1+A1", preferred_name: 'Ada "the, first"' });
  });

  it('writes files that only their owner may read, and nothing into a folder that has some', async () => {
    expect(statSync(into('csv')).mode & 0o077).toBe(0);
    expect(statSync(join(into('csv'), 'applications.csv')).mode & 0o077).toBe(0);
    const { code, error } = await run('csv');
    expect({ code, error }).toEqual({
      code: 1,
      error: `${into('csv')} is not empty. Name a new folder with --out.\n`,
    });
  });

  it('is in the audit log of operators with the number of applications', async () => {
    const entries = (await auditLogOf(cloud())).filter(({ event }) => event === 'applications-exported');
    expect(entries[0]).toMatchObject({ by: expect.stringMatching(/^arn:aws:iam::/), names: ['2'] });
  });
});

describe('npx matricula staff export with PDFs', () => {
  it('writes each package on a line of JSON, and the PDFs into a ZIP file with an index', async () => {
    expect((await run('json', '--format', 'json')).code).toBe(0);
    const packages = read('json', 'applications.jsonl')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(packages.map(({ confirmation }) => confirmation)).toEqual([plain.confirmation, odd]);
    expect(packages[0].checklist).toEqual({
      received: { transcript: '2026-03-03' },
      missing: ['test-scores'],
    });
    expect(packages[1].answers.city).toEqual({ value: '=1+A1' });
    expect(packages[1].answers.country).toEqual({ value: 'USA', label: 'United States' });
    const index = [plain.confirmation, odd].map((number) => `${number},${number}.pdf,pdfs-001.zip\r\n`);
    expect(read('json', 'index.csv')).toBe(`application_id,file_name,zip\r\n${index.join('')}`);
    const files = contentOf('json', 'pdfs-001.zip');
    expect([...files.keys()]).toEqual([plain.confirmation, odd].map((number) => `${number}.pdf`));
    for (const file of files.values()) expect(file.toString('latin1', 0, 5)).toBe('%PDF-');
  });

  it('writes the archive that Slate imports: PDFs and their index in one ZIP file', async () => {
    const { code, out } = await run('slate', '--format', 'slate');
    expect(code).toBe(0);
    expect(readdirSync(into('slate')).sort()).toEqual(['dip-001.zip', 'slate.csv']);
    const files = contentOf('slate', 'dip-001.zip');
    const names = [
      `${plain.confirmation}-application.pdf`,
      `${odd}-application.pdf`,
      `${odd}-${transcript}.pdf`,
    ];
    expect([...files.keys()]).toEqual([...names, 'index.txt']);
    expect(files.get(names[2] ?? '')).toEqual(
      Buffer.from(await readPackaged(cloud(), `packages/${odd}/documents/${transcript}.pdf`)),
    );
    const row = parse(read('slate', 'slate.csv'), { columns: true, record_delimiter: '\r\n' })[1] as Row;
    expect(row).toMatchObject({ 'Application Reference ID': odd, 'Permanent City': '=1+A1' });
    const person = row['Person Reference ID'];
    expect(files.get('index.txt')?.toString()).toMatch(
      new RegExp(`"${odd}"\t"${person}"\t"transcript"\t"${odd}-${transcript}.pdf"\r\n$`),
    );
    expect(out).toContain('<layout b="&#x9;" h="1" t="&quot;" type="dip" index="index.txt" />');
  });

  it('ends with 1 and the number of an application whose package lacks a PDF', async () => {
    const Key = `packages/${odd}/application.pdf`;
    await s3Of(cloud()).send(new DeleteObjectCommand({ Bucket: packagesBucket(cloud()), Key }));
    const { code, error } = await run('missing');
    expect(code).toBe(1);
    expect(error).toContain(`1 PDFs are not there, because their packages were not delivered: ${odd}.`);
    expect(read('missing', 'index.csv')).not.toContain(odd);
  });
});

it('npx matricula staff export has each of many applications once, in the order of submission', async () => {
  const [count, day] = [250, '2026-10-05'];
  const { documents, TableName: table } = tableOf(cloud());
  await putApplications(documents, { table, count, from: new Date(`${day}T10:00:00Z`), apart: 1000 });
  const args = ['--since', day, '--out', into('many'), '--without-pdfs'];
  expect((await runHere(cloud(), 'staff', 'export', ...args)).code).toBe(0);
  const generated = rows('many').flatMap(({ application_id: id = '' }) =>
    id.startsWith('GEN-') ? [id] : [],
  );
  expect(generated).toEqual(Array.from({ length: count }, (_, index) => confirmationOf(index)));
});

it('npx matricula staff export leaves no complete file if the deployment fails', async () => {
  const restore = cloud().injectFault({
    matches: ({ url, body }) =>
      url.pathname.includes('/functions/') && body.toString().includes('export-page'),
    effect: { errorName: 'ServiceException' },
  });
  expect((await run('stopped', '--without-pdfs')).code).toBe(1);
  restore();
  expect(readdirSync(into('stopped'))).toEqual(['applications.csv.part']);
});

it.each([
  [['--out', 'x'], '--since is required: the first day of submission'],
  [['--since', '2026-11-01'], '--out is required: an empty folder to write to'],
  [['--since', 'today', '--out', 'x'], '--since today: a day such as 2026-11-30 is expected.'],
])('npx matricula staff export with %j prints the problem', async (args, words) => {
  const { code, error } = await runHere(cloud(), 'staff', 'export', ...args);
  expect(error).toContain(words);
  expect(code).toBe(1);
});
