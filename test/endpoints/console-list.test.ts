import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ApplicationFacts, ListedApplication } from '../../shared/api/console-replies.ts';
import { university as northernLakes } from '../../shared/partners/index.ts';
import type { ApiClient } from '../support/applicant.ts';
import { goodPassword, newAddress } from '../support/applicant.ts';
import { withoutDeliveries, withStaffCloud } from '../support/cloud.ts';
import { auditLogOf, runOperatorCommand } from '../support/operator.ts';
import { Person, type Submitted, submitted } from '../support/person.ts';
import { signIn } from '../support/staff.ts';
import { tableOf } from '../support/table.ts';

const { cloud } = withStaffCloud({ ...withoutDeliveries, isEmpty: true });

/** Chooses to be reviewed without test scores. */
const optional = { test_optional: 'Y', test_optional_desc: 'Yes' };

let rita: ApiClient;
let omar: ApiClient;
let dana: ApiClient;
let ada: Submitted;
let brian: Submitted;
let carla: Submitted;

beforeAll(async () => {
  [rita, omar, dana] = await Promise.all([
    signIn(cloud(), 'Rita Reader'),
    signIn(cloud(), 'Omar Office', '?fresh=yes'),
    signIn(cloud(), 'Dana Director', '?fresh=yes'),
  ]);
  ada = await submitted(cloud(), { first_name: 'Ada', last_name: '=HYPERLINK("evil")', ...optional });
  brian = await submitted(cloud(), {
    ...{ first_name: 'Brían', last_name: "O'Brien-Müller", entry_term: '202801' },
  });
  carla = await submitted(cloud(), {
    ...{ first_name: 'Carla', last_name: 'Zappa', ...optional },
    ...{ applied_major: '26.0101', applied_major_desc: 'Biology' },
  });
});

type Query = Readonly<Record<string, string>>;

async function list(query: Query = {}, client = rita) {
  const { status, body } = await client.call('GET', `/api/staff/applications?${new URLSearchParams(query)}`);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body as unknown as { applications: ListedApplication[]; next?: string };
}
/** The applicants of a list that has one page. The total of its filters is their number. */
async function found(query: Query, client = rita) {
  const { applications } = await list(query, client);
  if (query.after === undefined) {
    const { body } = await client.call('GET', `/api/staff/total?${new URLSearchParams(query)}`);
    expect(body).toEqual({ total: applications.length });
  }
  return applications.map(({ applicant }) => applicant);
}
const facts = async ({ sub }: Submitted) =>
  (await rita.call('GET', `/api/staff/applications/${sub}`)).body as unknown as ApplicationFacts;

describe('the list of the console', () => {
  it('has submitted applications, newest first, with names as they were typed', async () => {
    const { applications, next } = await list();
    expect(applications.map(({ applicant }) => applicant)).toEqual([carla.sub, brian.sub, ada.sub]);
    expect(applications[2]).toEqual({
      applicant: ada.sub,
      withdrawn_at: '',
      name: 'Ada =HYPERLINK("evil")',
      confirmation: ada.confirmation,
      email: ada.username,
      submitted_at: ada.submittedAt,
      term: 'Fall 2027',
      major: expect.stringMatching(/./),
      missing: ['transcript'],
      sent: {},
      late: '',
      is_unread: true,
    });
    expect(next).toBeUndefined();
  });

  it('finds names without accents and in any order, confirmation numbers and addresses in any case', async () => {
    for (const q of ['OBRIEN muller', 'müller, brian', brian.confirmation.toLowerCase()])
      expect(await found({ q }), q).toEqual([brian.sub]);
    for (const q of [carla.confirmation.slice(4, 9), carla.username.toUpperCase()])
      expect(await found({ q }), q).toEqual([carla.sub]);
    expect(await found({ q: `\u00a0\u200b${carla.confirmation}\u200b ` })).toEqual([carla.sub]);
    expect(await found({ q: 'nobody@example.org' })).toEqual([]);
    expect(await found({ q: ' - ' })).toHaveLength(3);
  });

  it.each<[Query, () => readonly Submitted[]]>([
    [{ term: '202801' }, () => [brian]],
    [{ major: '26.0101' }, () => [carla]],
    [{ missing: 'test-scores' }, () => [brian]],
    [{ missing: 'transcript', q: 'zappa' }, () => [carla]],
    [{ status: 'complete' }, () => []],
    [{ status: 'incomplete' }, () => [carla, brian, ada]],
    [{ late: 'yes' }, () => []],
    [{ late: 'no', sort: 'oldest' }, () => [ada, brian, carla]],
    [{ sort: 'name' }, () => [ada, brian, carla]],
    [{ sort: 'term' }, () => [carla, ada, brian]],
    [{ sort: 'major' }, () => [carla, brian, ada]],
    [{ sort: 'missing' }, () => [brian, carla, ada]],
  ])('narrows and sorts by %j', async (query, expected) => {
    expect(await found(query)).toEqual(expected().map(({ sub }) => sub));
  });

  it('narrows by days in the time zone of the university', async () => {
    const day = (at: number) =>
      new Intl.DateTimeFormat('sv-SE', { timeZone: northernLakes.timeZone, dateStyle: 'short' }).format(at);
    const today = day(Date.parse(ada.submittedAt));
    const before = day(Date.parse(ada.submittedAt) - 86_400_000);
    expect(await found({ since: today, until: '9999-12-31' })).toHaveLength(3);
    expect(await found({ until: before })).toEqual([]);
    for (const sort of ['newest', 'oldest', 'name'])
      expect(await found({ since: today, until: '2020-01-01', sort })).toEqual([]);
    for (const wrong of ['2027-02-30', 'today'])
      expect((await rita.call('GET', `/api/staff/applications?since=${wrong}`)).status).toBe(400);
  });

  it('rejects a cursor that it did not give out, and one of another order', async () => {
    const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const place = `${brian.submittedAt}#${brian.sub}`;
    for (const after of [
      'x',
      cursor({}),
      cursor({ order: 'newest', place: 'APP#1', value: '' }),
      cursor({ order: 'name', place, value: '' }),
      cursor({ order: 'newest', place, value: '', more: 1 }),
    ])
      expect(await rita.call('GET', `/api/staff/applications?after=${after}`)).toMatchObject({
        ...{ status: 400, body: { message: expect.stringMatching(/^after: /) } },
      });
    expect(await found({ after: cursor({ order: 'newest', place, value: '' }) })).toEqual([ada.sub]);
  });

  it('knows for each person which applications were read', async () => {
    await rita.call('GET', `/api/staff/applications/${brian.sub}/answers`);
    expect(await found({ unread: 'yes' })).toEqual([carla.sub, ada.sub]);
    expect(await found({ unread: 'yes' }, omar)).toHaveLength(3);
    expect((await facts(brian)).is_unread).toBe(false);
    expect((await rita.call('DELETE', `/api/staff/applications/${brian.sub}/read`)).status).toBe(200);
    expect(await found({ unread: 'yes' })).toHaveLength(3);
  });

  it('has the new state after a checklist item arrived, also through the command line', async () => {
    const path = `/api/staff/applications/${brian.sub}/checklist/transcript`;
    await dana.call('PUT', path, { day: '2026-03-03' });
    expect((await list({ q: 'brian' })).applications[0]?.missing).toEqual(['test-scores']);
    await runOperatorCommand(cloud(), {
      command: 'receive-items',
      rows: [{ line: 1, applicant: brian.confirmation, item: 'test-scores', date: '2026-03-04' }],
      isTakingBack: false,
    });
    expect(await found({ status: 'complete' })).toEqual([brian.sub]);
    expect(await facts(brian)).toMatchObject({
      checklist: { transcript: '2026-03-03', 'test-scores': '2026-03-04' },
      missing: [],
      items: [
        { id: 'transcript', title: expect.any(String), is_optional: false },
        { id: 'test-scores' },
        { id: 'fafsa', is_optional: true },
      ],
    });
    expect((await facts(ada)).items.map(({ id }) => id)).toEqual(['transcript', 'fafsa']);
    await dana.call('DELETE', `${path}?day=2026-03-03`);
    expect(await found({ status: 'complete' })).toEqual([]);
  });

  it('marks a submission of the grace period as late', async () => {
    const { documents, TableName } = tableOf(cloud());
    const Key = { pk: `ROW#${ada.sub[0]}`, sk: `${ada.submittedAt}#${ada.sub}` };
    await documents.send(
      new UpdateCommand({
        ...{ TableName, Key, UpdateExpression: 'SET late = :late' },
        ExpressionAttributeValues: { ':late': '12 minutes after Early decision' },
      }),
    );
    expect(await found({ late: 'yes' })).toEqual([ada.sub]);
  });

  it('is recorded with its filters, but without the search text', async () => {
    await list({ q: 'secret name', term: '202801', late: 'no' });
    const entries = (await auditLogOf(cloud())).filter(({ event }) => event === 'applications-listed');
    expect(entries.at(-1)).toMatchObject({
      by: 'Rita Reader (rita)',
      names: ['q', 'term=202801', 'late=no'],
    });
    expect(JSON.stringify(entries)).not.toContain('secret');
  });
});

it('the export of the list has the filtered rows, and is recorded with their number', async () => {
  expect(await omar.call('GET', '/api/staff/export?term=202801')).toMatchObject({
    status: 200,
    body: { applications: [{ applicant: brian.sub }] },
  });
  const entries = (await auditLogOf(cloud())).filter(({ event }) => event === 'list-exported');
  expect(entries).toMatchObject([{ by: 'Omar Office (omar)', names: ['term=202801', 'rows=1'] }]);
});

it('the facts of an application are recorded for the applicant', async () => {
  await facts(ada);
  const entries = await auditLogOf(cloud(), ada.username);
  expect(entries.filter(({ event }) => event === 'application-shown').at(-1)).toMatchObject({
    by: 'Rita Reader (rita)',
  });
});

describe('after the next scheduled run, the list has', () => {
  const run = () => cloud().runSchedules(new Date('2027-01-15T10:05:00Z'));

  it('the new address of an account, by which it is found immediately', async () => {
    const { client, sub } = carla;
    const address = newAddress();
    const codeAt = (to: string) =>
      new Person(cloud(), to).mails('your code').map(({ text }) => /The code is (\d{6})/.exec(text)?.[1])[0];
    await client.post('/api/account/address', { username: address, current_password: goodPassword });
    const codes = { code: codeAt(address), current_code: codeAt(client.username) };
    expect((await client.post('/api/account/address/confirm', codes)).status).toBe(200);
    expect((await list({ q: address })).applications).toMatchObject([{ applicant: sub, email: address }]);
    expect(await found({ q: address, term: '202801' })).toEqual([]);
    await run();
    expect((await facts(carla)).email).toBe(address);
  });

  it('the new checklist items of the university', async () => {
    const essay = { title: 'Send an essay', text: 'By mail.', checklistItem: 'essay' };
    const set = { nextSteps: [...northernLakes.nextSteps, essay] };
    const publication = { base: 0, change: { set }, note: 'An essay', confirmed: [] };
    expect((await dana.call('POST', '/api/staff/settings', publication)).status).toBe(200);
    await run();
    expect((await facts(ada)).missing).toContain('essay');
  });
});
