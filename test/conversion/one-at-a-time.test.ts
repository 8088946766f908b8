import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withCloud } from '../support/cloud.ts';
import { conversionEnded, conversionOf, upload } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { signedUp } from '../support/person.ts';
import { docx, pdf } from '../support/samples.ts';

/** A stand-in for LibreOffice that converts nothing before the test lets it. */
const folder = mkdtempSync(join(tmpdir(), 'slow-office-'));
const SOFFICE = join(folder, 'slow-office');
const result = join(folder, 'result.pdf');
writeFileSync(
  SOFFICE,
  `#!/bin/sh
for input; do :; done
until [ -e ${folder}/go ]; do sleep 0.1; done
cp ${result} "\${input%.docx}.pdf"
`,
  { mode: 0o755 },
);
writeFileSync(result, await pdf());

const cloud = withCloud({ programs: { SOFFICE } });

/** Number of running converters. */
const converters = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((id) => commandOf(id).split('\0')[1] === SOFFICE).length;

const commandOf = (id: string) => {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8');
  } catch {
    return ''; // It has ended.
  }
};

test('conversion lock: one applicant keeps one converter busy, whatever they send, and others get theirs', async () => {
  const [greedy, other] = [await signedUp(cloud()), await signedUp(cloud())];
  const send = (key: string, name: string) => upload(greedy, key, name, docx());
  for (const name of ['a.docx', 'b.docx', 'c.docx']) await send('transcript_document', name);
  await send('activities_document', 'resume.docx');
  const statusOf = async (key: string) => (await greedy.call('GET', conversionOf(key))).body.message;
  await eventually(async () => {
    const messages = [await statusOf('transcript_document'), await statusOf('activities_document')];
    expect(messages.filter((each) => each === 'Waiting for your other file').length).toBeGreaterThan(0);
  });
  await eventually(() => expect(converters()).toBe(1));
  await upload(other, 'transcript_document', 'mine.docx', docx());
  await eventually(() => expect(converters()).toBe(2));
  writeFileSync(join(folder, 'go'), '');
  const ended = (client: typeof other, key: string) => conversionEnded(client, conversionOf(key));
  expect(await ended(other, 'transcript_document')).toMatchObject({ status: 'COMPLETED' });
  expect(await ended(greedy, 'transcript_document')).toMatchObject({ status: 'COMPLETED' });
  expect(await ended(greedy, 'activities_document')).toMatchObject({ status: 'COMPLETED' });
  const { body } = await greedy.call('GET', '/api/document-answer');
  expect(body.transcript_document).toMatchObject({ file_name: 'c.docx' });
});
