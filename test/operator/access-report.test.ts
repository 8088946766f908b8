import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goodPassword, newAddress } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { conversionEnded, conversionOf, upload } from '../support/documents.ts';
import { auditLogOf, operatorArn } from '../support/operator.ts';
import { readPdf } from '../support/pdf-reading.ts';
import { signedUp } from '../support/person.ts';
import { runHere } from '../support/run-here.ts';
import { pdf } from '../support/samples.ts';

const cloud = withCloud();
const folder = mkdtempSync(join(tmpdir(), 'reports-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = async (...args: string[]) => {
  const { code, said } = await runHere(cloud(), 'privacy', 'access-report', ...args);
  return { code, said };
};

const key = 'transcript_document';

describe('npx matricula privacy access-report', () => {
  const username = newAddress();
  const out = join(folder, 'ada');
  const read = (path: string) => readFileSync(join(out, path), 'utf8');
  let said = '';

  beforeAll(async () => {
    const client = await signedUp(cloud(), username);
    const answer = { first_name: 'Ada <b>Byron</b>', city: 'Marylebone' };
    await client.call('PUT', '/api/answer', { answer });
    await client.call('POST', '/api/validations', { validations: { last_name: ['Please enter it'] } });
    await upload(client, key, 'grades.pdf', await pdf({ texts: ['Passed in May'] }));
    await conversionEnded(client, conversionOf(key));
    ({ said } = await run('--user', username.toUpperCase(), '--out', out));
  });

  it('writes a page with the questions in words, which shows as text what an applicant typed', () => {
    expect(said).toMatch(/report\.html, report\.json and 2 files\.\n$/);
    const page = read('report.html');
    expect(page).toContain('First Name (first_name)</th><td>Ada &lt;b&gt;Byron&lt;/b&gt;</td>');
    expect(page).toContain('Marylebone');
    expect(page).toContain('grades.pdf');
    expect(page).toContain(username);
    expect(page).not.toContain('<b>');
    expect(page).toMatch(/No data of these kinds is stored<\/h2><ul>.*<li>Email address change waiting/);
    expect(page).toContain('Deletion keeps this: It has the names of questions but no answers');
  });

  it('writes the same as JSON: the account, each kind of item and the audit log, without credentials', () => {
    const { sections, about } = JSON.parse(read('report.json'));
    expect(about).toBe(username);
    const [account, application, ...others] = sections;
    expect(application.title).toMatch(/^Application: answers/);
    expect(account.items).toEqual([expect.objectContaining({ email: username, status: 'CONFIRMED' })]);
    const itemsOf = (title: RegExp) =>
      others.find((section: { title: string }) => title.test(section.title)).items;
    expect(itemsOf(/^Questions that had errors/)).toHaveLength(2);
    expect(itemsOf(/^Open sessions/)).toEqual([expect.objectContaining({ username })]);
    const events = itemsOf(/^Audit log of the account/).map(({ event }: { event: string }) => event);
    expect(events).toEqual(expect.arrayContaining(['log-in', 'save', 'converted', 'access-report']));
    expect(JSON.stringify(sections)).not.toContain(goodPassword);
  });

  it('writes the files, for their owner alone', async () => {
    const [converted = ''] = readdirSync(join(out, 'documents', key));
    const bytes = readFileSync(join(out, 'documents', key, converted));
    expect((await readPdf(new Uint8Array(bytes))).text).toContain('Passed in May');
    expect(read('report.html')).toContain(`href="documents/${key}/${converted}"`);
    expect(statSync(join(out, 'report.json')).mode & 0o077).toBe(0);
    expect(statSync(out).mode & 0o077).toBe(0);
  });

  it('is recorded in the audit log of the applicant, with each part of it', async () => {
    const asked = (await auditLogOf(cloud(), username)).filter(({ event }) => event === 'access-report');
    expect(asked.flatMap(({ names }) => names)).toEqual(asked.map((_entry, part) => String(part)));
    expect(asked.length).toBeGreaterThan(10);
    for (const { by } of asked) expect(by).toBe(operatorArn);
  });

  it('refuses a folder that has something in it, and an address without an account, and writes nothing', async () => {
    expect(await run('--user', username, '--out', out)).toEqual({
      code: 1,
      said: `${out} is not empty. Name a new folder with --out.\n`,
    });
    const other = join(folder, 'nobody');
    const nobody = await run('--user', 'nobody@example.org', '--out', other);
    expect(nobody).toEqual({ code: 1, said: 'No applicant has this email address.\n' });
    expect(readdirSync(folder)).toEqual(['ada']);
    expect(await run('--user', username)).toMatchObject({
      code: 1,
      said: expect.stringContaining('--out is required'),
    });
  });
});
