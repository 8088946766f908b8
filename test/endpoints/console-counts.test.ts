import { ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, expect, it } from 'vitest';
import type { RoleStatement } from '../../scripts/local-cloud/index.ts';
import type { Funnel } from '../../shared/api/console-replies.ts';
import { validate } from '../../shared/form/index.ts';
import { northernLakes } from '../../shared/partners/northern-lakes.ts';
import { addDays, mondayOf } from '../../shared/rules/days.ts';
import { type ApiClient, newAddress } from '../support/applicant.ts';
import { withoutDeliveries } from '../support/cloud.ts';
import { application, completeAnswers } from '../support/form.ts';
import { auditLogOf } from '../support/operator.ts';
import { runHere } from '../support/run-here.ts';
import { loggedIn, seedAccount } from '../support/seeded-applicant.ts';
import { signIn, withStaffCloud } from '../support/staff.ts';
import { tableOf } from '../support/table.ts';

const { cloud } = withStaffCloud(withoutDeliveries);
let dana: ApiClient;
const emails: string[] = [];
const today = new Intl.DateTimeFormat('sv-SE', { timeZone: northernLakes.timeZone }).format();
/** The Monday of a week that is a multiple of seven days ago. */
const mondayBefore = (days: number) => addDays(mondayOf(today), -days);
const since = mondayBefore(77);

const counts = async (query = `since=${since}`) => {
  const { status, body } = await dana.call('GET', `/api/staff/counts?${query}`);
  expect(status).toBe(200);
  return body as unknown as Funnel;
};
/** Begins an application some days ago, in which a page was open last. */
async function begun(days: number, answer: object, last_page: string): Promise<ApiClient> {
  const email = newAddress();
  emails.push(email);
  const sub = await seedAccount(cloud(), email);
  const client = await loggedIn(cloud(), email);
  await client.call('PUT', '/api/answer', { answer });
  await client.call('PUT', '/api/last-page', { last_page });
  const { documents, TableName } = tableOf(cloud());
  await documents.send(
    new UpdateCommand({
      ...{ TableName, Key: { pk: `APP#${sub}`, sk: 'META' }, UpdateExpression: 'SET started_at = :at' },
      ExpressionAttributeValues: { ':at': new Date(Date.now() - days * 86_400_000).toISOString() },
    }),
  );
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
    ...{ since, begun: 0, submitted: 0, weeks: [], rejected: [] },
    ...{ hours: { cells: [] }, pages: { cells: [] }, sections: { cells: [] } },
  });
});

it('counts by week, last page, last section, hours and message show no number from 1 to 9', async () => {
  const { first_name: _, ...untouched } = validate(application, { answers: {}, counts: {} }, { today });
  for (let index = 0; index < 10; index += 1) {
    const client = await begun(42, { first_name: `Zoë${index}`, last_name: 'Quxley' }, '/about');
    // Only the first page was begun, so what is missing on the others is no message that was seen.
    await report(client, { ...untouched, last_name: [`Written by ${emails[index]}`] });
    await report(client, untouched);
  }
  for (const birth_date of [['Birth Date'], ['Birth Date']])
    await report(await begun(42, { first_name: 'Ada', applied_major: 'BIO' }, '/education'), { birth_date });
  for (let index = 0; index < 20; index += 1) {
    const client = await begun(index < 10 ? 14 : 42, completeAnswers, '/final-steps');
    expect((await client.call('POST', '/api/submit')).status).toBe(200);
  }
  await begun(0, { first_name: 'Late' }, '/about');
  await cloud().runSchedules(new Date('2027-01-15T06:45:00Z'));
  const found = await counts();
  expect(found).toMatchObject({ begun: 33, submitted: 20 });
  // The only application of this week is merged with those of the week before it that has any.
  expect(found.weeks).toMatchObject([
    { since: mondayBefore(14), begun: 11, submitted: 10 },
    { since: mondayBefore(42), begun: 22, submitted: 10 },
  ]);
  expect((await counts(`since=${mondayBefore(21)}`)).begun).toBe(11);
  // Two drafts on the second page are merged with those on the first. The only one of the last four weeks is
  // not counted here: the counts since then would tell its page.
  expect(found.pages).toEqual({ cells: [], others: 12 });
  expect(found.sections).toEqual({ cells: [], others: 12 });
  expect(found.hours).toEqual({
    cells: ['Up to 30 days', 'Longer'].map((name) => ({ name, count: 10 })),
  });
  expect(found.rejected.every(({ count }) => count === 10)).toBe(true);
  expect(found.rejected).toContainEqual({
    ...{ section: 'Permanent home address', question: 'City', message: 'City', count: 10 },
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

it('operators see the same counts, and reading them is recorded', async () => {
  const { out } = await runHere(cloud(), 'staff', 'funnel', '--since', since, '--json');
  expect(JSON.parse(out)).toEqual(await counts());
  const shown = (await runHere(cloud(), 'staff', 'funnel', '--since', since)).out;
  for (const text of ['Begun', 'Total', '33', '20', 'Longer', 'City']) expect(shown).toContain(text);
  const read = (await auditLogOf(cloud())).filter(({ event }) => event === 'counts-read');
  expect(read.map(({ names }) => names)).toContainEqual([`since=${since}`]);
});

it('the function that counts needs each of its permissions', () => {
  const placesOf = (statements: readonly RoleStatement[]) =>
    statements
      .filter(({ role, statement: { Sid } }) => role.includes('/WeeklyCounts/') && Sid !== 'Trace')
      .map(({ statement: { Sid } }) => Sid);
  expect(placesOf(cloud().neededStatements())).toEqual(placesOf(cloud().statements()));
});

it('a day that does not exist is rejected', async () => {
  const { status } = await dana.call('GET', '/api/staff/counts?since=2026-02-31');
  expect(status).toBe(400);
});
