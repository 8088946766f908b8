import { beforeAll, describe, expect, it } from 'vitest';
import { exportPageReply } from '../../shared/api/export.ts';
import { type ApiClient, goodPassword } from '../support/applicant.ts';
import { watchEvents } from '../support/bus-events.ts';
import { withStaffCloud } from '../support/cloud.ts';
import { conversionOf, upload } from '../support/documents.ts';
import { holdCalls } from '../support/held-calls.ts';
import { auditLogOf, runOperatorCommand } from '../support/operator.ts';
import { afterPauses } from '../support/outbox.ts';
import { type Person, person, type Submitted, submitted } from '../support/person.ts';
import { runHere } from '../support/run-here.ts';
import { pdf } from '../support/samples.ts';
import { signIn } from '../support/staff.ts';
import { lookChangedAt } from '../support/submitted-ago.ts';

const { cloud } = withStaffCloud();

const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

let omar: ApiClient;
let dana: ApiClient;
beforeAll(async () => {
  omar = await signIn(cloud(), 'Omar Office');
  dana = await signIn(cloud(), 'Dana Director');
}, 60_000);

const withdraw = (client: Person, current_password = goodPassword) =>
  client.post('/api/withdrawal', { current_password });
const ofStaff = ({ sub }: Submitted, part = '') => `/api/staff/applications/${sub}${part}`;
const reinstate = (one: Submitted) => omar.call('DELETE', ofStaff(one, '/withdrawal'));
const factsOf = async (one: Submitted) => (await omar.call('GET', ofStaff(one))).body;
const progressOf = async ({ client }: Pick<Submitted, 'client'>) => (await client.get('/api/progress')).body;
const eventsOf = async ({ username }: Submitted) =>
  (await auditLogOf(cloud(), username)).filter(({ event }) => /withdr|reinst/.test(event));

/** True if the console's list with this filter has the application. */
const isFound = async ({ confirmation }: Submitted, filter: string) => {
  const { body } = await omar.call('GET', `/api/staff/applications?q=${confirmation}&${filter}`);
  return (body.applications as readonly object[]).length === 1;
};

describe('withdrawing a submitted application', () => {
  it('is recorded, mailed, shown to staff and applicant, and changes nothing that was submitted', async () => {
    const one = await submitted(cloud());
    const before = (await one.client.get('/api/profile')).body;
    const reply = await withdraw(one.client);
    expect(reply).toMatchObject({
      ...{ status: 200, body: { message: 'You withdrew your application.', withdrawn_at: isoTime } },
    });
    const { withdrawn_at } = reply.body;
    expect(await progressOf(one)).toMatchObject({ submitted_at: one.submittedAt, withdrawn_at });
    expect((await one.client.get('/api/profile')).body).toEqual(before);
    expect(await factsOf(one)).toMatchObject({ withdrawn_at, missing: ['transcript', 'test-scores'] });
    const shown = await runHere(cloud(), 'staff', 'show', '--confirmation', one.confirmation);
    expect(shown.out).toMatch(/Withdrawn +\d{4}-\d\d-\d\d/);
    expect((await withdraw(one.client)).body.withdrawn_at).toBe(withdrawn_at);
    expect(await eventsOf(one)).toMatchObject([{ event: 'application-withdrawn' }]);
    const [mail, ...others] = one.client.mails(': you withdrew your application');
    expect(mail?.text).toContain(`Confirmation number: ${one.confirmation}`);
    expect(others).toEqual([]);
  });

  it('is rejected for a draft', async () => {
    const client = await person(cloud());
    await client.save({ first_name: 'Ada' });
    expect(await withdraw(client)).toMatchObject({
      status: 409,
      body: { message: "You haven't submitted your application, so there is nothing to withdraw." },
    });
    expect(await progressOf({ client })).toEqual({ submitted_at: '', withdrawn_at: '' });
  });

  it('is rejected with a wrong password, which is recorded and counts as an attempt', async () => {
    const one = await submitted(cloud());
    const guess = () => withdraw(one.client, 'Wrong-Horse-9!');
    expect(await guess()).toMatchObject({ status: 400, body: { field: 'current_password' } });
    for (let count = 0; count < 20 && (await guess()).status !== 429; count++);
    expect((await withdraw(one.client)).status).toBe(429);
    expect(await progressOf(one)).toMatchObject({ withdrawn_at: '' });
    expect((await eventsOf(one))[0]?.event).toBe('withdrawal-refused');
  });

  it('ends uploads for the checklist, also one whose conversion is running', async () => {
    const one = await submitted(cloud());
    const key = 'checklist-transcript';
    using conversion = holdCalls(
      cloud(),
      ({ method, url }) => method === 'PUT' && url.pathname.includes('/documents/'),
    );
    await upload(one.client, key, 'transcript.pdf', await pdf());
    await conversion.arrived();
    expect((await withdraw(one.client)).status).toBe(200);
    conversion.goOn();
    await cloud().quiet();
    const message = "You withdrew your application, so you can't send documents for it.";
    expect((await one.client.get(conversionOf(key))).body).toMatchObject({ status: 'FAILED', message });
    expect(await factsOf(one)).toMatchObject({ sent: {}, withdrawn_at: isoTime });
    expect(await one.client.post('/api/presigned-url', { answer_key: key })).toMatchObject({
      ...{ status: 409, body: { message } },
    });
    expect((await reinstate(one)).status).toBe(200);
    expect(await one.client.upload(key, 'transcript.pdf', await pdf())).toMatchObject({
      status: 'COMPLETED',
    });
  });
});

describe('a withdrawn application', () => {
  it('is found by its status, which is neither complete nor incomplete', async () => {
    const one = await submitted(cloud());
    expect(await isFound(one, 'status=incomplete')).toBe(true);
    expect(await isFound(one, 'status=withdrawn')).toBe(false);
    await withdraw(one.client);
    for (const sort of ['newest', 'name'])
      expect(await isFound(one, `status=withdrawn&sort=${sort}`)).toBe(true);
    expect(await isFound(one, 'status=incomplete')).toBe(false);
    expect(await isFound(one, 'status=complete')).toBe(false);
  });

  it('gets no mail that the checklist is complete, until it is reinstated', async () => {
    const one = await submitted(cloud());
    const mails = () => one.client.mails('we have everything we need from you');
    await withdraw(one.client);
    for (const item of ['transcript', 'test-scores'])
      await dana.call('PUT', ofStaff(one, `/checklist/${item}`), { day: '2026-03-03' });
    await afterPauses(cloud());
    expect(mails()).toEqual([]);
    expect((await reinstate(one)).status).toBe(200);
    await afterPauses(cloud());
    expect(mails()).toHaveLength(1);
  });

  it('is announced to the university and stays in exports with the time, until it is reinstated', async () => {
    const [one, events] = [await submitted(cloud()), watchEvents(cloud())];
    const { confirmation } = one;
    const minute = 60_000;
    const exported = async () => {
      await lookChangedAt(cloud(), confirmation, new Date(Date.now() - 3 * minute).toISOString());
      const after = new Date(Date.now() - 60 * minute).toISOString();
      const command = { command: 'export-page', after, limit: 100, list: 'changed' } as const;
      const { packages } = exportPageReply.parse(await runOperatorCommand(cloud(), command));
      return packages.filter((each) => each.confirmation === confirmation);
    };
    const { withdrawn_at } = (await withdraw(one.client)).body;
    expect(await exported()).toMatchObject([{ confirmation, withdrawn_at }]);
    await reinstate(one);
    const [row, ...others] = await exported();
    expect(others).toEqual([]);
    expect(row).not.toHaveProperty('withdrawn_at');
    await afterPauses(cloud()); // the event of the package comes first
    await cloud().quiet();
    const details = events
      .map((body) => JSON.parse(body).Entries[0])
      .map(({ DetailType, Detail }) => ({ type: DetailType, ...JSON.parse(Detail) }))
      .filter((each) => each.type.startsWith('application.') && each.confirmation === confirmation);
    expect(details).toEqual([
      { type: 'application.withdrawn', confirmation, withdrawn_at },
      { type: 'application.reinstated', confirmation, reinstated_at: isoTime },
    ]);
  });
});

describe('reinstating an application', () => {
  it('is recorded with the person of the office, mailed once, and shown everywhere', async () => {
    const one = await submitted(cloud());
    await withdraw(one.client);
    for (const _ of [1, 2]) expect((await reinstate(one)).status).toBe(200);
    expect(await progressOf(one)).toMatchObject({ withdrawn_at: '' });
    expect(await factsOf(one)).toMatchObject({ withdrawn_at: '' });
    expect(await isFound(one, 'status=incomplete')).toBe(true);
    expect(await eventsOf(one)).toMatchObject([
      { event: 'application-withdrawn' },
      { event: 'application-reinstated', by: 'Omar Office (omar)' },
    ]);
    await afterPauses(cloud());
    expect(one.client.mails(': your application is active again')).toHaveLength(1);
  });

  it('changes nothing about an application that is not withdrawn, and finds no draft', async () => {
    const one = await submitted(cloud());
    expect((await reinstate(one)).status).toBe(200);
    expect(await eventsOf(one)).toEqual([]);
    expect((await omar.call('DELETE', '/api/staff/applications/no-such/withdrawal')).status).toBe(404);
  });
});
