import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { s3Of } from '../support/aws-clients.ts';
import { withCloud } from '../support/cloud.ts';
import { conversionEnded, conversionOf, upload } from '../support/documents.ts';
import { completeAnswers } from '../support/form.ts';
import { packagesBucket, readPackaged } from '../support/packages.ts';
import { signedUp } from '../support/person.ts';
import { runHere } from '../support/run-here.ts';
import { pdf } from '../support/samples.ts';
import { lookSubmittedAgo } from '../support/submitted-ago.ts';
import { unzipped } from '../support/unzipped.ts';

const cloud = withCloud({ isEmpty: true });
const folder = mkdtempSync(join(tmpdir(), 'matricula-slate-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const transcript = 'transcript_document';
const since = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
const exportTo = (name: string, ...args: readonly string[]) =>
  runHere(
    cloud(),
    ...['staff', 'export', '--format', 'slate', '--since', since, '--out', join(folder, name), ...args],
  );
const zipsIn = (name: string) => readdirSync(join(folder, name)).filter((file) => file.endsWith('.zip'));
const contentOf = (name: string, zip: string) => unzipped(readFileSync(join(folder, name, zip)));

type Row = Readonly<Record<string, string>>;
const rowsOf = (text: string | Buffer, delimiter = ','): readonly Row[] =>
  parse(text, { columns: true, delimiter, record_delimiter: '\r\n' });
const slateRows = (name: string) => rowsOf(readFileSync(join(folder, name, 'slate.csv')));
const indexOf = (name: string, zip: string) =>
  rowsOf(contentOf(name, zip).get('index.txt') ?? expect.unreachable(), '\t');

let confirmation = '';

beforeAll(async () => {
  const client = await signedUp(cloud());
  await client.call('PUT', '/api/answer', { answer: { ...completeAnswers, city: '- Cop,per "Bay"' } });
  await upload(client, transcript, 'grades.pdf', await pdf({ texts: ['Transcript of Ada'] }));
  await conversionEnded(client, conversionOf(transcript));
  const { body } = await client.call('POST', '/api/submit');
  confirmation = String(body.confirmation);
  await lookSubmittedAgo(cloud(), { confirmation, submitted_at: String(body.submitted_at) }, 600);
  await cloud().quiet();
});

it('npx matricula staff export --format slate writes the archive that Slate imports: PDFs and their index in one ZIP', async () => {
  const { code, out, error } = await exportTo('slate');
  expect({ code, error }).toEqual({ code: 0, error: '' });
  expect(readdirSync(join(folder, 'slate')).sort()).toEqual(
    ['dip-001.zip', 'export-pdfs.csv', 'export.json', 'slate.csv'].sort(),
  );
  const files = contentOf('slate', 'dip-001.zip');
  const names = [`${confirmation}-application.pdf`, `${confirmation}-${transcript}.pdf`];
  expect([...files.keys()]).toEqual([...names, 'index.txt']);
  expect(files.get(names[0] ?? '')).toEqual(
    Buffer.from(await readPackaged(cloud(), `packages/${confirmation}/application.pdf`)),
  );
  expect(files.get(names[1] ?? '')).toEqual(
    Buffer.from(await readPackaged(cloud(), `packages/${confirmation}/documents/${transcript}.pdf`)),
  );
  const [row = {}] = slateRows('slate');
  const [reference, person] = [row['Application Reference ID'], row['Person Reference ID']];
  expect(reference).toBe(confirmation);
  expect(files.get('index.txt')?.toString()).toBe(
    `"app ref"\t"ref"\t"type"\t"Filename"\r\n` +
      `"${reference}"\t"${person}"\t"application"\t"${names[0]}"\r\n` +
      `"${reference}"\t"${person}"\t"transcript"\t"${names[1]}"\r\n`,
  );
  expect(row['Permanent City']).toBe('- Cop,per "Bay"');
  expect(out).toContain('<layout b="&#x9;" h="1" t="&quot;" type="dip" index="index.txt" />');
});

const put = (path: string, bytes: number) =>
  s3Of(cloud()).send(
    new PutObjectCommand({
      ...{ Bucket: packagesBucket(cloud()), Key: `packages/${confirmation}/${path}` },
      Body: Buffer.alloc(bytes, '%PDF'),
    }),
  );

it('an archive for Slate is split before it exceeds its size, and each part has an index of the PDFs in it', async () => {
  await put('application.pdf', 700_000);
  await put(`documents/${transcript}.pdf`, 700_000);
  await exportTo('parts', '--zip-megabytes', '1');
  expect(zipsIn('parts')).toEqual(['dip-001.zip', 'dip-002.zip']);
  expect(zipsIn('parts').map((zip) => indexOf('parts', zip).map(({ type }) => type))).toEqual([
    ['application'],
    ['transcript'],
  ]);
  for (const zip of zipsIn('parts'))
    expect(statSync(join(folder, 'parts', zip)).size).toBeLessThan(1_000_000);
});

/** Identifies a version of a written file. */
const versionOf = (name: string, zip: string) => {
  const path = join(folder, name, zip);
  return { modified: statSync(path).mtimeMs, bytes: readFileSync(path) };
};

it('an export for Slate that stops in the middle leaves its finished ZIP file as it is, and adds the rest', async () => {
  const small = ['--zip-megabytes', '1'];
  await exportTo('stopped', '--without-pdfs');
  const obstacle = join(folder, 'stopped', 'dip-002.zip.new');
  mkdirSync(obstacle);
  const stopped = await exportTo('stopped', ...small);
  expect(stopped).toMatchObject({ code: 1, error: expect.stringContaining('EISDIR') });
  rmdirSync(obstacle);
  const finished = versionOf('stopped', 'dip-001.zip');
  expect((await exportTo('stopped', ...small)).code).toBe(0);
  expect(versionOf('stopped', 'dip-001.zip')).toEqual(finished);
  expect(indexOf('stopped', 'dip-002.zip').map(({ type }) => type)).toEqual(['transcript']);
});

it('an export for Slate names applications with a missing document, and adds the document when it is repeated', async () => {
  const key = `packages/${confirmation}/documents/${transcript}.pdf`;
  await s3Of(cloud()).send(new DeleteObjectCommand({ Bucket: packagesBucket(cloud()), Key: key }));
  const partly = await exportTo('missing');
  expect(partly.code).toBe(1);
  expect(partly.error).toContain(
    `1 PDFs are not there, because their packages were not delivered: ${confirmation}.`,
  );
  const finished = versionOf('missing', 'dip-001.zip');
  await put(`documents/${transcript}.pdf`, 1_000);
  expect((await exportTo('missing')).code).toBe(0);
  expect(versionOf('missing', 'dip-001.zip')).toEqual(finished);
  expect(indexOf('missing', 'dip-002.zip').map(({ type }) => type)).toEqual(['transcript']);
});
