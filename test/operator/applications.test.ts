import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { ApplicationRow } from '../../shared/api/applications.ts';
import { type ApiClient, newAddress, newApplicant } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { completeAnswers } from '../support/form.ts';
import { auditLogOf, runOperatorCommand } from '../support/operator.ts';
import { runHere } from '../support/run-here.ts';
import { setInItems, tableOf } from '../support/table.ts';

const cloud = withCloud();
interface Listing {
  readonly applications: readonly ApplicationRow[];
  readonly next?: string;
}
const listing = async (...args: string[]): Promise<Listing> => {
  const { out } = await runHere(cloud(), 'staff', 'list', ...args, '--json');
  return JSON.parse(out);
};
/** Runs a command that shows or counts applications. */
const printed = async (...args: string[]) => (await runHere(cloud(), 'staff', ...args)).out;
const emails = ({ applications }: Listing) => applications.map(({ email }) => email);

async function applicant(answers: Readonly<Record<string, unknown>>) {
  const email = newAddress();
  const client = await newApplicant(cloud(), email);
  const { status } = await client.call('PUT', '/api/answer', { answer: answers });
  expect(status).toBe(200);
  return { email, client };
}

async function submitted(last_name: string, first_name: string, others: Record<string, string> = {}) {
  const { email, client } = await applicant({ ...completeAnswers, last_name, first_name, ...others });
  const { body } = await client.call('POST', '/api/submit');
  return { email, client, confirmation: String(body.confirmation) };
}

type Submitted = Awaited<ReturnType<typeof submitted>>;
async function mark(isTakingBack: boolean, row: { applicant: string; item: string; date: string }) {
  const rows = [{ line: 2, ...row }];
  const reply = await runOperatorCommand(cloud(), { command: 'receive-items', rows, isTakingBack });
  expect(reply).toMatchObject({ rows: [{ outcome: 'changed' }] });
}
const receive = (applicant: string, item: string, date: string) => mark(false, { applicant, item, date });
const undo = (applicant: string, item: string, date: string) => mark(true, { applicant, item, date });

let [obrien, oberlin]: Submitted[] = [];
let [draft, uploader]: { email: string; client: ApiClient }[] = [];
const known = <T>(value: T | undefined): T => value ?? expect.unreachable();

beforeAll(async () => {
  obrien = await submitted("O'Brien-Müller", 'Zoë');
  oberlin = await submitted('Oberlin', 'Ada', { test_optional: 'Y', test_optional_desc: 'Yes' });
  draft = await applicant({ first_name: 'Grace', last_name: 'Hopper' });
  const email = newAddress();
  uploader = { email, client: await newApplicant(cloud(), email) };
  await uploader.client.call('POST', '/api/presigned-url', { answer_key: 'transcript_document' });
  await receive(obrien.email, 'transcript', '2026-03-03');
  await receive(draft.email, 'transcript', '2026-03-05');
});

describe('npx matricula staff list', () => {
  it('lists submitted applications in the order of submission, with name, address and number', async () => {
    const { applications, next } = await listing();
    expect(next).toBeUndefined();
    expect(applications).toEqual(
      [known(obrien), known(oberlin)].map(({ email, confirmation }, index) => ({
        applicant: expect.stringMatching(/^[\da-f-]{36}$/),
        status: 'submitted',
        started_at: expect.stringMatching(/^20.+Z$/),
        submitted_at: expect.stringMatching(/^20.+Z$/),
        name: index === 0 ? "Zoë O'Brien-Müller" : 'Ada Oberlin',
        checklist:
          index === 0
            ? { received: { transcript: '2026-03-03' }, missing: ['test-scores'] }
            : { received: {}, missing: ['transcript'] },
        ...{ email, confirmation },
      })),
    );
  });

  it('lists drafts from their first change, be it an answer or an upload, until they are submitted', async () => {
    const rows = await listing('--status', 'draft');
    expect(emails(rows)).toEqual([known(draft).email, known(uploader).email]);
    expect(rows.applications[0]).toMatchObject({ status: 'draft', name: 'Grace Hopper' });
    expect(rows.applications[0]).not.toHaveProperty('confirmation');
    expect(rows.applications[0]).not.toHaveProperty('checklist');
  });

  it.each([
    ['transcript', ['oberlin']],
    ['test-scores', ['obrien']],
  ])('finds the applications that still need an item: %s', async (item, found) => {
    const whose = { obrien: known(obrien).email, oberlin: known(oberlin).email };
    const expected = found.map((each) => whose[each as keyof typeof whose]);
    expect(emails(await listing('--missing', item.toUpperCase()))).toEqual(expected);
    expect(emails(await listing('--missing', item, '--name', 'ob'))).toEqual(expected);
  });

  it('prints the missing items of each submitted application', async () => {
    const out = await printed('list');
    expect(out).toMatch(/^Time \(UTC\) .+ Missing$/m);
    expect(out).toMatch(/O'Brien.+ test-scores$/m);
    expect(out).toMatch(/Oberlin.+ transcript$/m);
    await receive(known(oberlin).email, 'transcript', '2026-03-03');
    expect(await printed('list')).toMatch(/Oberlin.+ nothing$/m);
    await undo(known(oberlin).email, 'transcript', '2026-03-03');
    expect(await printed('list', '--status', 'draft')).toMatch(/^Time \(UTC\) +Name +Email$/m);
  });

  it('shows each checklist item: received, still needed, or optional', async () => {
    const items = async (email: string) =>
      (await printed('show', '--user', email)).match(/(?<=^Checklist +)\S.*$/gm);
    expect(await items(known(obrien).email)).toEqual([
      'transcript: received on March 3, 2026',
      'test-scores: still needed',
      'fafsa: optional',
    ]);
    // The answers of a draft decide only later which items it needs.
    expect(await items(known(draft).email)).toEqual(['transcript: received on March 5, 2026']);
  });

  it.each([
    ['ob', ['oberlin', 'obrien']],
    ['OBR', ['obrien']],
    ["o'brien mu", ['obrien']],
    ['Oʻbrien Mu', ['obrien']],
    ['Hopper', []],
    ['zz', []],
  ])('finds submitted applications by the beginning of a family name: %s', async (name, found) => {
    const whose = { obrien: known(obrien).email, oberlin: known(oberlin).email };
    expect(emails(await listing('--name', name))).toEqual(
      found.map((each) => whose[each as keyof typeof whose]),
    );
  });

  it('shows one application by address, in any case, and by confirmation number', async () => {
    const { email, confirmation } = known(obrien);
    const shown = await printed('show', '--user', email.toUpperCase(), '--json');
    expect(JSON.parse(shown)).toMatchObject({
      ...{ email, confirmation, status: 'submitted', documents: [] },
      statuses: [{ status: 'started' }, { status: 'validating' }, { status: 'submitted' }],
      receipt_mailed_at: expect.stringMatching(/^20/),
    });
    const same = await printed('show', '--confirmation', confirmation.toLowerCase(), '--json');
    expect(JSON.parse(same)).toEqual(JSON.parse(shown));
    const out = await printed('show', '--user', known(uploader).email);
    expect(out).toMatch(/^Document +.*Transcript.*\(UNPROCESSED\)$/im);
    expect(out).not.toMatch(/^Late/m);
  });

  it('says by how much a submission missed which deadline', async () => {
    const late = { deadline: 'early', label: 'Early decision', minutes: 12 };
    await setInItems(cloud(), 'SUBMISSION#', { attribute: 'late', value: late });
    const out = await printed('show', '--user', known(obrien).email);
    expect(out).toMatch(/^Late +12 minutes after Early decision$/m);
    const list = await printed('list', '--missing', 'transcript');
    expect(list).toMatch(/Missing +Late$/m);
    expect(list).toMatch(/Oberlin.+ transcript +12 minutes after Early decision$/m);
  });

  it('prints a table that fits the terminal, and says when nothing was found', async () => {
    vi.stubEnv('COLUMNS', '80');
    const out = await printed('list');
    vi.unstubAllEnvs();
    const lines = out.trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
    expect(lines[0]).toMatch(/^Time \(UTC\) +Confirmation +Name +Email +Missing +Late$/);
    expect(out).toContain('…');
    const none = await printed('list', '--since', '2020-01-01', '--until', '2020-01-31');
    expect(none).toBe('There are no applications.\n');
  });

  it('leaves a trace of who looked: in the audit log of the applicant who was shown, otherwise in that of operators', async () => {
    const by = 'arn:aws:iam::123456789012:user/administrator';
    const { email } = known(oberlin);
    await printed('show', '--user', email);
    const entries = await auditLogOf(cloud(), email);
    expect(entries.filter(({ event }) => event === 'application-shown')).toEqual([
      expect.objectContaining({ by: expect.stringMatching(/^arn:aws:iam::\d+:user\//), names: [] }),
    ]);
    await listing('--name', 'secretname');
    await listing('--since', '2026-01-01', '--until', '2026-01-02');
    await listing('--since', '2026-01-01', '--until', '2026-01-02', '--after', '2026-01-01T00:00:00.000Z#0');
    await listing('--since', '2026-01-01', '--until', '2026-01-02', '--missing', 'transcript');
    const listed = (await auditLogOf(cloud())).filter(({ event }) => event === 'applications-listed');
    const days = ['submitted', '2026-01-01', '2026-01-02'];
    expect(listed.slice(-4).map(({ names }) => names)).toEqual([
      ['name'],
      days,
      days,
      [...days, 'missing=transcript'],
    ]);
    expect(listed.every((entry) => entry.by?.replace(/\d{12}/, '123456789012') === by)).toBe(true);
  });

  it.each([
    [['show', '--user', 'nobody@example.org'], 'No applicant has this email address.'],
    [['show', '--confirmation', 'NLU-7K4Q29XW'], 'No application has this confirmation number.'],
    [['show'], 'Give either --user or --confirmation.'],
    [['list', '--since', '2026-02-30'], '--since 2026-02-30: a day such as 2026-11-30 is expected.'],
    [['list', '--name', "O'"], 'name: at least the first two letters of a family name are needed.'],
    [['list', '--missing', 'fafsa'], 'missing: the item must be one of: transcript, test-scores.'],
    [['list', '--missing', 'a b'], 'missing: the id of a checklist item is expected, such as transcript.'],
    [['list', '--missing', 'transcript', '--status', 'draft'], 'drafts have no checklist yet.'],
    [['list', '--limit', '0'], '--limit 0: a whole number is expected.'],
  ])('with %j says what is wrong', async (args, words) => {
    const { code, error } = await runHere(cloud(), 'staff', ...args);
    expect(error).toContain(words);
    expect(code).toBe(1);
  });
});

const tableName = () => tableOf(cloud()).TableName;
const table = () => tableOf(cloud()).documents;

it('npx matricula staff list: a long list is read page by page, in the order of time, with every application once', async () => {
  const subs = Array.from({ length: 40 }, (_, index) => `${(index * 7) % 16}`.padStart(2, '0')).map(
    (digit, index) => `${Number(digit).toString(16)}-${index}`,
  );
  const items = subs.map((sub, index) => {
    const day = index < 25 ? '2026-01-05' : '2026-03-09';
    const at = `${day}T10:00:00.${String(100 + Math.floor(index / 2))}Z`;
    return { pk: `LIST#submitted#${day}#${sub[0]}`, sk: `${at}#${sub}` };
  });
  for (const half of [items.slice(0, 20), items.slice(20)])
    await table().send(
      new BatchWriteCommand({
        RequestItems: { [tableName()]: half.map((Item) => ({ PutRequest: { Item } })) },
      }),
    );
  const range = ['--since', '2026-01-01', '--until', '2026-03-31', '--limit', '7'];
  const found: string[] = [];
  let after: string[] = [];
  do {
    const { applications, next } = await listing(...range, ...after);
    expect(applications.length).toBeLessThanOrEqual(7);
    found.push(...applications.map((each) => each.applicant));
    after = next === undefined ? [] : ['--after', next];
  } while (after.length > 0);
  expect(found).toEqual(
    items
      .map(({ sk }) => sk)
      .toSorted()
      .map((sk) => sk.slice(sk.indexOf('#') + 1)),
  );
});

it('npx matricula staff list: applications that need an item are found once each, whatever the limit', async () => {
  const all = emails(await listing('--missing', 'transcript'));
  for (const name of ['Paging', 'Pageant']) all.push((await submitted(name, 'Ada')).email);
  const found: string[] = [];
  let after: string[] = [];
  do {
    const page = await listing('--missing', 'transcript', '--limit', '1', ...after);
    found.push(...emails(page));
    after = page.next === undefined ? [] : ['--after', page.next];
  } while (after.length > 0);
  expect(found).toEqual(all);
});
