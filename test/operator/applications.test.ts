import { beforeAll, describe, expect, it } from 'vitest';
import type { ApplicationRow } from '../../shared/api/applications.ts';
import { newAddress } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { completeAnswers } from '../support/form.ts';
import { auditLogOf, runOperatorCommand } from '../support/operator.ts';
import { signedUp } from '../support/person.ts';
import { runHere } from '../support/run-here.ts';

const cloud = withCloud({ isEmpty: true });
interface Listing {
  readonly applications: readonly ApplicationRow[];
  readonly next?: string;
}
const printed = async (...args: string[]) => (await runHere(cloud(), 'staff', ...args)).out;
const listing = async (...args: string[]): Promise<Listing> =>
  JSON.parse(await printed('list', ...args, '--json'));
const emails = ({ applications }: Listing) => applications.map(({ email }) => email);

async function applicant(answers: Readonly<Record<string, unknown>>) {
  const email = newAddress();
  const client = await signedUp(cloud(), email);
  await client.call('PUT', '/api/answer', { answer: answers });
  return { email, client };
}

async function submitted(last_name: string, first_name: string, others: Record<string, string> = {}) {
  const { email, client } = await applicant({ ...completeAnswers, last_name, first_name, ...others });
  const { body } = await client.call('POST', '/api/submit');
  return { email, confirmation: String(body.confirmation) };
}

let obrien = { email: '', confirmation: '' };
let oberlin = obrien;
let draft = '';

beforeAll(async () => {
  obrien = await submitted("O'Brien-Müller", 'Zoë');
  oberlin = await submitted('Oberlin', 'Ada', { test_optional: 'Y', test_optional_desc: 'Yes' });
  draft = (await applicant({ first_name: 'Grace', last_name: 'Hopper' })).email;
  const rows = [{ line: 2, applicant: obrien.email, item: 'transcript', date: '2026-03-03' }];
  await runOperatorCommand(cloud(), { command: 'receive-items', rows, isTakingBack: false });
});

describe('npx matricula staff list', () => {
  it('lists submitted applications in the order of submission, with what is still missing', async () => {
    const { applications, next } = await listing();
    expect(next).toBeUndefined();
    expect(applications).toMatchObject([
      { ...obrien, status: 'submitted', name: "Zoë O'Brien-Müller", checklist: { missing: ['test-scores'] } },
      { ...oberlin, status: 'submitted', checklist: { missing: ['transcript'] } },
    ]);
    const table = await printed('list');
    expect(table).toMatch(/^Time \(UTC\) +Confirmation +Name +Email +Missing$/m);
    expect(table).toMatch(/^20\S+ \S+ +NLU-\S+ +Zoë O'Brien-Müller +\S+ +test-scores$/m);
    const none = await printed('list', '--since', '2020-01-01', '--until', '2020-01-31');
    expect(none).toBe('There are no applications.\n');
  });

  it('lists drafts, which have neither a number nor a checklist', async () => {
    const rows = await listing('--status', 'draft');
    expect(emails(rows)).toEqual([draft]);
    expect(rows.applications[0]).not.toHaveProperty('confirmation');
    expect(await printed('list', '--status', 'draft')).toMatch(/^Time \(UTC\) +Name +Email$/m);
  });

  it('finds applications by a missing item and by the first letters of a family name', async () => {
    expect(emails(await listing('--missing', 'TRANSCRIPT'))).toEqual([oberlin.email]);
    expect(emails(await listing('--name', 'ob', '--missing', 'test-scores'))).toEqual([obrien.email]);
    expect(emails(await listing('--name', "O'brien mu"))).toEqual([obrien.email]);
    expect(emails(await listing('--name', 'Hopper'))).toEqual([]);
  });

  it('continues at the printed place, and lists each application once', async () => {
    const first = await listing('--limit', '1');
    expect(emails(first)).toEqual([obrien.email]);
    expect(emails(await listing('--after', String(first.next)))).toEqual([oberlin.email]);
  });
});

describe('npx matricula staff show', () => {
  it('shows one application by address, in any case, and by confirmation number', async () => {
    const shown = JSON.parse(await printed('show', '--user', obrien.email.toUpperCase(), '--json'));
    expect(shown).toMatchObject({
      ...{ ...obrien, status: 'submitted', documents: [] },
      receipt_mailed_at: expect.stringMatching(/^20/),
    });
    const number = obrien.confirmation.toLowerCase();
    expect(JSON.parse(await printed('show', '--confirmation', number, '--json'))).toEqual(shown);
    const items = (await printed('show', '--user', obrien.email)).match(/(?<=^Checklist +)\S.*$/gm);
    expect(items).toEqual([
      'transcript: received on March 3, 2026',
      'test-scores: still needed',
      'fafsa: optional',
    ]);
  });
});

it('staff list and staff show leave an audit entry with the operator', async () => {
  const by = expect.stringMatching(/^arn:aws:iam::\d+:user\//);
  await printed('show', '--user', oberlin.email);
  expect(await auditLogOf(cloud(), oberlin.email)).toContainEqual(
    expect.objectContaining({ event: 'application-shown', by }),
  );
  await listing('--name', 'secretname');
  const listed = (await auditLogOf(cloud())).filter(({ event }) => event === 'applications-listed');
  expect(listed.at(-1)).toMatchObject({ by, names: ['name'] });
});

it.each([
  [['show', '--user', 'nobody@example.org'], 'No applicant has this email address.'],
  [['show'], 'Give either --user or --confirmation.'],
  [['list', '--since', '2026-02-30'], '--since 2026-02-30: a day such as 2026-11-30 is expected.'],
  [['list', '--name', "O'"], 'name: at least the first two letters of a family name are needed.'],
  [['list', '--missing', 'fafsa'], 'missing: the item must be one of: transcript, test-scores.'],
  [['list', '--missing', 'transcript', '--status', 'draft'], 'drafts have no checklist yet.'],
])('npx matricula staff %j prints the problem', async (args, words) => {
  const { code, error } = await runHere(cloud(), 'staff', ...args);
  expect(error).toContain(words);
  expect(code).toBe(1);
});
