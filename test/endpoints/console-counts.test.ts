import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, expect, it } from 'vitest';
import type { Funnel } from '../../shared/api/console-replies.ts';
import { validate } from '../../shared/form/index.ts';
import { type ApiClient, newAddress, newApplicant } from '../support/applicant.ts';
import { application, completeAnswers, today } from '../support/form.ts';
import { auditLogOf } from '../support/operator.ts';
import { runHere } from '../support/run-here.ts';
import { signIn, withStaffCloud } from '../support/staff.ts';
import { setInItems, tableOf } from '../support/table.ts';

const { cloud } = withStaffCloud();
let dana: ApiClient;

const night = async () => {
  await cloud().runSchedules(new Date('2027-01-15T06:45:00Z'));
  await cloud().quiet();
};
const counts = async (query = 'since=2026-01-05') => {
  const { status, body } = await dana.call('GET', `/api/staff/counts?${query}`);
  expect(status).toBe(200);
  return body as unknown as Funnel;
};
const repeat = (times: number, work: (index: number) => Promise<void>) =>
  Promise.all(Array.from({ length: times }, (_, index) => work(index)));

const emails: string[] = [];
async function newDraft(answer: object, page: string): Promise<ApiClient> {
  const email = newAddress();
  emails.push(email);
  const client = await newApplicant(cloud(), email);
  await client.call('PUT', '/api/answer', { answer });
  await client.call('PUT', '/api/last-page', { last_page: page });
  return client;
}

/** The messages that the page reports when an applicant leaves it. */
const report = (client: ApiClient, validations: Readonly<Record<string, readonly string[]>>) =>
  client.call('POST', '/api/validations', { validations });

beforeAll(async () => {
  dana = await signIn(cloud(), 'Dana Director');
}, 60_000);

it('before the first count nothing is counted', async () => {
  expect(await counts()).toEqual({
    ...{ since: '2026-01-05', begun: 0, submitted: 0, weeks: [], rejected: [] },
    ...{ hours: { cells: [] }, pages: { cells: [] }, sections: { cells: [] } },
  });
});

it('counts by week, last page, last section, hours and message show no number from 1 to 9', async () => {
  const empty = validate(application, { answers: {}, counts: {} }, { today });
  const { first_name: _, ...untouched } = empty;
  await repeat(11, async (index) => {
    const client = await newDraft({ first_name: `Zoë${index}`, last_name: 'Quxley' }, '/about');
    // Only the first page was begun, so what is missing on the others is no message that was seen.
    await report(client, { ...untouched, last_name: [`Written by ${emails[index]}`] });
    await report(client, untouched);
  });
  await repeat(3, async () => {
    const client = await newDraft({ first_name: 'Ada', applied_major: 'BIO' }, '/education');
    await report(client, { birth_date: ['Birth Date'] });
  });
  await repeat(12, async () => {
    const client = await newDraft(completeAnswers, '/final-steps');
    expect((await client.call('POST', '/api/submit')).status).toBe(200);
  });
  await night();
  const found = await counts();
  expect(found).toMatchObject({ begun: 26, submitted: 12 });
  expect(found.weeks).toHaveLength(1);
  expect(found.weeks[0]).toMatchObject({ begun: 26, submitted: 12 });
  // Three drafts on the second page are merged with those on the first.
  expect(found.pages).toEqual({ cells: [], others: 14 });
  expect(found.sections).toEqual({ cells: [], others: 14 });
  expect(found.hours).toEqual({ cells: [{ name: 'Up to 1 hour', count: 12 }] });
  expect(found.rejected.every(({ count }) => count === 11)).toBe(true);
  expect(found.rejected).toContainEqual({
    ...{ section: 'Permanent home address', question: 'City', message: 'City', count: 11 },
  });
  expect(found.rejected.map(({ message }) => message)).not.toContain('Search for Your School');
});

it('no id, name or address of an applicant is stored with the counts or returned', async () => {
  const { documents, TableName } = tableOf(cloud());
  const { Items = [] } = await documents.send(
    new ScanCommand({
      TableName,
      FilterExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': 'COUNTS' },
    }),
  );
  expect(Items).toHaveLength(53);
  const texts = JSON.stringify([Items, await counts()]).toLowerCase();
  expect(texts).toContain('city');
  for (const text of [...emails, 'Quxley', 'Zoë', '@']) expect(texts).not.toContain(text.toLowerCase());
  expect(texts).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/);
});

it('earlier weeks are on their own lines, and small ones are merged', async () => {
  await setInItems(cloud(), 'META', { attribute: 'started_at', value: '2026-10-14T12:00:00.000Z' });
  await newDraft({ first_name: 'Late' }, '/about');
  await night();
  const { weeks, begun } = await counts('since=2026-10-01');
  expect(begun).toBe(27);
  expect(weeks.at(-1)).toMatchObject({ since: '2026-10-12', begun: 27, submitted: 12 });
  expect((await counts('since=2026-10-19')).begun).toBeUndefined();
});

it('operators see the same counts, and reading them is recorded', async () => {
  const { out } = await runHere(cloud(), 'staff', 'funnel', '--since', '2026-10-01', '--json');
  expect(JSON.parse(out)).toEqual(await counts('since=2026-10-01'));
  const shown = (await runHere(cloud(), 'staff', 'funnel', '--since', '2026-10-01')).out;
  for (const text of ['Begun', 'Total', '27', '12', 'Longer', 'City']) expect(shown).toContain(text);
  const read = (await auditLogOf(cloud())).filter(({ event }) => event === 'counts-read');
  expect(read.map(({ names }) => names)).toContainEqual(['since=2026-10-01']);
});

it('a day that does not exist is rejected', async () => {
  const { status } = await dana.call('GET', '/api/staff/counts?since=2026-02-31');
  expect(status).toBe(400);
});
