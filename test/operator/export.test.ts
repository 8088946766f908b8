import { execFile } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportKeys } from '../../shared/export/columns.ts';
import { s3Of } from '../support/aws-clients.ts';
import { withCloud } from '../support/cloud.ts';
import { eraseToTheEnd, lookErasedAt } from '../support/erased.ts';
import { application, completeAnswers } from '../support/form.ts';
import { confirmationOf, putApplications } from '../support/generated-applications.ts';
import { auditLogOf, runOperatorCommand } from '../support/operator.ts';
import { runHere } from '../support/run-here.ts';
import { type EarlierSubmission, lookChangedAgo, submittedAgo } from '../support/submitted-ago.ts';
import { setInItems, tableOf } from '../support/table.ts';
import { unzipped } from '../support/unzipped.ts';

const cloud = withCloud({ isEmpty: true });
const folder = mkdtempSync(join(tmpdir(), 'matricula-export-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A busy machine takes long enough for the command to report its progress. */
const progressLines = /^Exported: \d+\n/gm;

const runWithPdfs = async (...args: readonly string[]) => {
  const { code, out, error } = await runHere(cloud(), 'staff', 'export', ...args);
  return { code, out, error: error.replace(progressLines, '') };
};
const run = (...args: readonly string[]) => runWithPdfs(...args, '--without-pdfs');

/** The message of an injected ServiceException. */
const outOfOrder = 'Out of order.';

const into = (name: string) => join(folder, name);
const read = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8');
type Row = Readonly<Record<string, string>>;
const rows = (name: string): readonly Row[] =>
  parse(read(name, 'applications.csv'), { bom: true, columns: true, record_delimiter: '\r\n' });
const ids = (name: string) => rows(name).map(({ application_id }) => application_id);

const s3 = () => s3Of(cloud());

let [plain, odd, late]: EarlierSubmission[] = [];
const known = <T>(value: T | undefined): T => value ?? expect.unreachable();

beforeAll(async () => {
  plain = await submittedAgo(cloud(), 3600);
  const delay = { deadline: 'early', label: 'Early decision', minutes: 12 };
  await setInItems(cloud(), 'SUBMISSION#', { attribute: 'late', value: delay });
  const row = { line: 2, applicant: plain.email, item: 'transcript', date: '2026-03-03' };
  await runOperatorCommand(cloud(), { command: 'receive-items', rows: [row], isTakingBack: false });
  odd = await submittedAgo(cloud(), 600, { city: '=1+A1', preferred_name: 'Ada "the, first"' });
});

const since = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);

describe('npx matricula staff export as CSV', () => {
  it('has a row for each application and a column for each key, with what was answered and its label', async () => {
    const { code, out, error } = await run('--since', since, '--out', into('csv'));
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out).toBe(
      `2 applications are in ${into('csv')}. Those of the last two minutes come with the next export.\n`,
    );
    expect(ids('csv')).toEqual([known(plain).confirmation, known(odd).confirmation]);
    const [first = {}] = rows('csv');
    expect(first).toMatchObject({ submitted_at: known(plain).at, account_email: known(plain).email });
    expect(Object.keys(first)).toEqual(expect.arrayContaining([...exportKeys(application)]));
    const { country, country_desc, gender, gender_desc } = completeAnswers;
    expect(first).toMatchObject({ country, country_desc, gender, gender_desc });
    expect(first).toMatchObject({ race_asian: 'true', race_black: 'false', other_answers: '' });
    expect(first).toMatchObject({ late_minutes: '12', late_deadline: 'Early decision' });
    expect(rows('csv')[1]).toMatchObject({ late_minutes: '', late_deadline: '' });
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

  it('is written once, into files that only their owner may read', async () => {
    const { statSync } = await import('node:fs');
    expect(statSync(into('csv')).mode & 0o077).toBe(0);
    expect(statSync(join(into('csv'), 'applications.csv')).mode & 0o077).toBe(0);
    const before = read('csv', 'applications.csv');
    expect((await run('--since', since, '--out', into('csv'))).out).toContain('was finished before');
    expect(read('csv', 'applications.csv')).toBe(before);
  });

  it('leaves a trace of who exported how many', async () => {
    const entries = (await auditLogOf(cloud())).filter(({ event }) => event === 'applications-exported');
    expect(entries[0]).toMatchObject({ by: expect.stringMatching(/^arn:aws:iam::/), names: ['2'] });
  });
});

it('npx matricula staff export as JSON has each package on a line, with every answer as it was typed', async () => {
  await run('--since', since, '--out', into('json'), '--format', 'json');
  const lines = read('json', 'applications.jsonl').trimEnd().split('\n');
  const packages = lines.map((line) => JSON.parse(line));
  expect(packages.map(({ confirmation }) => confirmation)).toEqual([
    known(plain).confirmation,
    known(odd).confirmation,
  ]);
  expect(packages.map(({ checklist }) => checklist)).toEqual([
    { received: { transcript: '2026-03-03' }, missing: ['test-scores'] },
    { received: {}, missing: ['transcript', 'test-scores'] },
  ]);
  expect(packages[1].answers.city).toEqual({ value: '=1+A1' });
  expect(packages[1].answers.country).toEqual({ value: 'USA', label: 'United States' });
});

describe('npx matricula staff export with PDFs', () => {
  const small = ['--since', since, '--format', 'json', '--zip-megabytes', '1'];
  const zips = (name: string) => readdirSync(into(name)).filter((file) => file.endsWith('.zip'));
  const namesIn = (name: string, zip: string) => [...unzipped(readFileSync(join(folder, name, zip))).keys()];
  const numbers = () => [known(plain).confirmation, known(odd).confirmation];
  const objectOf = (confirmation: string) => ({
    Bucket: cloud().outputs['Matricula-dev/Data/Packages/Resource'] ?? '',
    Key: `packages/${confirmation}/application.pdf`,
  });
  const put = (confirmation: string, bytes: number) =>
    s3().send(new PutObjectCommand({ ...objectOf(confirmation), Body: Buffer.alloc(bytes, '%PDF') }));

  beforeAll(() => cloud().quiet());

  it('puts those of the packages into a ZIP file, and names them in an index', async () => {
    const { code, error } = await runWithPdfs('--since', since, '--out', into('pdfs'));
    expect({ code, error }).toEqual({ code: 0, error: '' });
    const index = numbers().map((number) => `${number},${number}.pdf,pdfs-001.zip\r\n`);
    expect(read('pdfs', 'index.csv')).toBe(`application_id,file_name,zip\r\n${index.join('')}`);
    expect(zips('pdfs')).toEqual(['pdfs-001.zip']);
    const files = unzipped(readFileSync(join(into('pdfs'), 'pdfs-001.zip')));
    expect([...files.keys()]).toEqual(numbers().map((number) => `${number}.pdf`));
    for (const file of files.values()) expect(file.toString('latin1', 0, 5)).toBe('%PDF-');
  });

  it('begins another ZIP file before one is larger than the CRM takes', async () => {
    for (const number of numbers()) await put(number, 700_000);
    expect((await runWithPdfs(...small, '--out', into('parts'))).code).toBe(0);
    expect(zips('parts')).toEqual(['pdfs-001.zip', 'pdfs-002.zip']);
    expect(zips('parts').map((zip) => namesIn('parts', zip))).toEqual(
      numbers().map((number) => [`${number}.pdf`]),
    );
  });

  it('says which are missing, and adds them when it is repeated', async () => {
    const [first = '', second = ''] = numbers();
    await s3().send(new DeleteObjectCommand(objectOf(first)));
    const partly = await runWithPdfs(...small, '--out', into('missing'));
    expect(partly.code).toBe(1);
    expect(partly.error).toContain(
      `1 PDFs are not there, because their packages were not delivered: ${first}.`,
    );
    await put(first, 1_000);
    const { code, error } = await runWithPdfs(...small, '--out', into('missing'));
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(namesIn('missing', 'pdfs-001.zip')).toEqual([`${second}.pdf`]);
    expect(namesIn('missing', 'pdfs-002.zip')).toEqual([`${first}.pdf`]);
    expect(read('missing', 'index.csv').split('\r\n').slice(1)).toEqual([
      `${second},${second}.pdf,pdfs-001.zip`,
      `${first},${first}.pdf,pdfs-002.zip`,
      '',
    ]);
  });
});

describe('npx matricula staff export with a cursor', () => {
  it('goes on where the last one ended, also with a submission that was stored late, and repeats none', async () => {
    const cursor = ['--cursor', into('cursor.json')];
    await run('--since', since, '--out', into('chain-0'), ...cursor);
    expect(ids('chain-0')).toHaveLength(2);
    // Its time was set two minutes ago, and only now is it there.
    late = await submittedAgo(cloud(), 120);
    expect((await run('--out', into('chain-1'), ...cursor)).code).toBe(0);
    expect(ids('chain-1')).toEqual([late.confirmation]);
    await run('--out', into('chain-last'), ...cursor);
    expect(ids('chain-last')).toEqual([]);
  });
});

it('npx matricula staff export --changes has the deleted applications since the last one in a file', async () => {
  const changes = (name: string, ...args: string[]) =>
    run('--changes', '--out', into(name), '--cursor', into('erased.json'), ...args);
  const rowsOf = (name: string): readonly Row[] => parse(read(name, 'erased.csv'), { columns: true });
  await changes('erased-0', '--since', since);
  expect(read('erased-0', 'erased.csv')).toBe('application_id,erased_at,reason\r\n');
  const { erased: reached } = JSON.parse(read('erased.json'));
  const gone = await submittedAgo(cloud(), 600);
  await eraseToTheEnd(cloud(), gone.email);
  const erased_at = new Date(Date.parse(reached) + 1).toISOString();
  await lookErasedAt(cloud(), gone.confirmation, erased_at);
  const restore = cloud().injectFault({
    matches: ({ url, body }) =>
      url.pathname.includes('/functions/') && body.toString().includes('export-erased'),
    effect: { errorName: 'ServiceException' },
  });
  expect(await changes('erased-1')).toMatchObject({ code: 1, error: expect.stringContaining(outOfOrder) });
  restore();
  expect(JSON.parse(read('erased.json')).erased).toBe(reached);
  expect((await changes('erased-1')).code).toBe(0);
  const row = { application_id: gone.confirmation, erased_at, reason: 'operator' };
  expect(rowsOf('erased-1')).toEqual([row]);
  await changes('erased-2');
  expect(rowsOf('erased-2')).toEqual([]);
  expect((await auditLogOf(cloud())).map(({ event }) => event)).toContain('erased-exported');
});

it('npx matricula staff export --changes has the applications whose checklist changed since the last one', async () => {
  const changes = (name: string, ...args: string[]) =>
    run('--changes', '--out', into(name), '--cursor', into('changes.json'), ...args);
  const row = { line: 2, applicant: known(odd).email, item: 'transcript', date: '2026-03-04' };
  await lookChangedAgo(cloud(), known(plain).confirmation, 1800);
  expect((await changes('changes-1', '--since', since)).code).toBe(0);
  expect(ids('changes-1')).toEqual([known(plain).confirmation]);
  await runOperatorCommand(cloud(), { command: 'receive-items', rows: [row], isTakingBack: false });
  await lookChangedAgo(cloud(), known(odd).confirmation, 120); // an export leaves out the last two minutes
  await changes('changes-2');
  expect(rows('changes-2')).toMatchObject([
    { application_id: known(odd).confirmation, transcript_received: '2026-03-04' },
  ]);
  const { error } = await run('--out', into('changes-3'), '--cursor', into('changes.json'));
  expect(error).toContain('belongs to an export of changed applications: add --changes');
});

describe('npx matricula staff export while another one runs', () => {
  const lock = (name: string, content: string) => writeFileSync(into(`${name}.lock`), content);
  const args = (name: string) => ['--since', since, '--out', into(name), '--cursor', into('busy.json')];

  it('is refused with the same cursor or folder, says what to do, and writes nothing', async () => {
    const other = process.ppid;
    lock('busy.json', String(other));
    const refused = await run(...args('busy'));
    expect(refused.code).toBe(1);
    expect(refused.error).toContain(
      `Another export, process ${other}, is using ${into('busy.json')}: wait until it has ended, or name another with --cursor.`,
    );
    expect(readdirSync(folder).filter((name) => name.startsWith('busy'))).toEqual(['busy.json.lock']);
    rmSync(into('busy.json.lock'));
    lock('busy', String(other));
    expect((await run(...args('busy'))).error).toContain('or name another with --out.');
    rmSync(into('busy.lock'));
  });

  it('goes on where the other one was killed, and leaves no lock behind', async () => {
    const { pid } = await new Promise<{ pid: number }>((ended) => {
      const child = execFile(process.execPath, ['--version'], () => ended({ pid: Number(child.pid) }));
    });
    for (const name of ['busy', 'busy.json']) lock(name, String(pid));
    const { code, error } = await run(...args('busy'));
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(readdirSync(folder).filter((name) => name.endsWith('.lock'))).toEqual([]);
  });
});

describe('npx matricula staff export of many applications', () => {
  const count = 250;
  const day = '2026-10-05';

  beforeAll(() =>
    putApplications(tableOf(cloud()).documents, {
      table: tableOf(cloud()).TableName,
      count,
      from: new Date(`${day}T10:00:00Z`),
      apart: 1000,
    }),
  );

  it('goes on where it was interrupted, and has every application once, in the order of submission', async () => {
    let calls = 0;
    const restore = cloud().injectFault({
      matches: ({ url }) => {
        if (!url.pathname.includes('/functions/')) return false;
        calls += 1;
        return calls > 3;
      },
      effect: { errorName: 'ServiceException' },
    });
    const stopped = await run('--since', day, '--out', into('many'));
    expect(stopped).toMatchObject({ code: 1, error: expect.stringContaining(outOfOrder) });
    restore();
    const written = JSON.parse(read('many', 'export.json'));
    expect(written).toMatchObject({ isDone: false, applications: expect.any(Number) });
    expect(written.applications).toBeGreaterThan(0);
    expect(written.applications).toBeLessThan(count);
    // A page that was written, whose place in the list was not.
    appendFileSync(join(into('many'), 'applications.csv'), 'half a li');
    const { code, error } = await run('--since', day, '--out', into('many'));
    expect(error).toContain(`Going on after ${written.applications} applications.\n`);
    expect(code).toBe(0);
    const generated = ids('many').filter((id) => id?.startsWith('GEN-'));
    expect(generated).toEqual(Array.from({ length: count }, (_, index) => confirmationOf(index)));
  });
});

it.each([
  [['--out', 'x'], '--since or --cursor is required: the first day'],
  [['--since', '2026-11-01'], '--out is required: the folder to write to'],
  [['--since', 'today', '--out', 'x'], '--since today: a day such as 2026-11-30 is expected.'],
  [
    ['--since', '2026-11-01', '--out', 'x', '--format', 'xls'],
    '--format xls: Allowed choices are csv, json, slate.',
  ],
])('npx matricula staff export with %j prints the problem', async (args, words) => {
  const { code, error } = await run(...args);
  expect(error).toContain(words);
  expect(code).toBe(1);
});

it('npx matricula staff export writes into no folder that has other files, and over no cursor of another kind', async () => {
  writeFileSync(into('notes.json'), '{"mine":true}');
  const other = await run('--since', since, '--out', folder);
  expect(other.error).toContain(`${folder} has other files: name an empty folder with --out.`);
  const cursor = await run('--since', since, '--out', into('fresh'), '--cursor', into('notes.json'));
  expect(cursor.error).toContain('is no file that an export wrote.');
  expect(read('notes.json')).toBe('{"mine":true}');
});
