import { beforeAll, describe, expect, it } from 'vitest';
import type { Fault } from '../../scripts/local-cloud/index.ts';
import type { ApplicationFacts } from '../../shared/api/console-replies.ts';
import { exportPageReply } from '../../shared/api/export.ts';
import { ApiClient, goodPassword } from '../support/applicant.ts';
import { isEvent, watchEvents } from '../support/bus-events.ts';
import { withStaffCloud } from '../support/cloud.ts';
import { conversionEnded, conversionOf, upload } from '../support/documents.ts';
import { asks, holdCalls } from '../support/held-calls.ts';
import { auditLogOf, runOperatorCommand } from '../support/operator.ts';
import { afterPauses } from '../support/outbox.ts';
import { person, type Submitted, submitted } from '../support/person.ts';
import { runHere } from '../support/run-here.ts';
import { pdf } from '../support/samples.ts';
import { signIn } from '../support/staff.ts';
import { lookChangedAgo } from '../support/submitted-ago.ts';

const logIn = (client: ApiClient, username: string, password = goodPassword) =>
  client.call('POST', '/public/login', { username, password });

const { cloud } = withStaffCloud({ isEmpty: true });

const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const fiveMinutesLater = () => afterPauses(cloud());

let omar: ApiClient;
beforeAll(async () => {
  omar = await signIn(cloud(), 'Omar Office');
}, 60_000);

const withdraw = (client: ApiClient, current_password = goodPassword) =>
  client.call('POST', '/api/withdrawal', { current_password });
const ofStaff = ({ sub }: Submitted, part = '') => `/api/staff/applications/${sub}${part}`;
const reinstate = (one: Submitted) => omar.call('DELETE', ofStaff(one, '/withdrawal'));
const progressOf = async ({ client }: Pick<Submitted, 'client'>) =>
  (await client.call('GET', '/api/progress')).body;
const factsOf = async (one: Submitted) =>
  (await omar.call('GET', ofStaff(one))).body as unknown as ApplicationFacts;
const found = async (one: Submitted, filter: string) => {
  const { body } = await omar.call('GET', `/api/staff/applications?q=${one.confirmation}&${filter}`);
  return (body.applications as readonly object[]).length === 1;
};
const mailsTo = ({ username }: Submitted, subject: string) =>
  cloud()
    .mail(username)
    .filter((mail) => mail.subject.endsWith(subject));
const withdrawnMails = (one: Submitted) => mailsTo(one, ': you withdrew your application');
const eventsOf = async ({ username }: Submitted) =>
  (await auditLogOf(cloud(), username)).filter(({ event }) => /withdr|reinst/.test(event));

/** Reads the events about an application that are put on the bus. */
function eventsOnBus() {
  const bodies = watchEvents(cloud());
  return ({ confirmation }: Submitted) =>
    bodies
      .map((body) => JSON.parse(body).Entries[0])
      .map(({ DetailType, Detail }) => ({ type: DetailType, ...JSON.parse(Detail) }))
      .filter(
        ({ type, ...detail }) => type.startsWith('application.') && detail.confirmation === confirmation,
      );
}
const isMail: Fault['matches'] = ({ url }) => url.pathname === '/v2/email/outbound-emails';

const exported = async (one: Submitted, list: 'submitted' | 'changed') => {
  const after = new Date(Date.now() - 3_600_000).toISOString();
  const reply = await runOperatorCommand(cloud(), { command: 'export-page', after, limit: 100, list });
  return exportPageReply
    .parse(reply)
    .packages.filter(({ confirmation }) => confirmation === one.confirmation);
};

describe('withdrawing a submitted application', () => {
  it('is recorded, mailed, shown to staff and applicant, and changes nothing that was submitted', async () => {
    const one = await submitted(cloud());
    const before = (await one.client.call('GET', '/api/profile')).body;
    const reply = await withdraw(one.client);
    expect(reply).toMatchObject({
      ...{ status: 200, body: { message: 'You withdrew your application.', withdrawn_at: isoTime } },
    });
    const { withdrawn_at } = reply.body;
    expect(await progressOf(one)).toMatchObject({ submitted_at: one.submittedAt, withdrawn_at });
    expect((await one.client.call('GET', '/api/profile')).body).toEqual(before);
    expect(await factsOf(one)).toMatchObject({ withdrawn_at, missing: ['transcript', 'test-scores'] });
    expect(withdrawnMails(one)[0]?.text).toContain(`Confirmation number: ${one.confirmation}`);
    expect(await eventsOf(one)).toMatchObject([{ event: 'application-withdrawn' }]);
    const shown = await runHere(cloud(), 'staff', 'show', '--confirmation', one.confirmation);
    expect(shown.out).toMatch(/Withdrawn +\d{4}-\d\d-\d\d/);
    const list = ['list', '--name', 'lindgren', '--json', '--limit', '100'];
    const { applications } = JSON.parse((await runHere(cloud(), 'staff', ...list)).out);
    expect(applications).toContainEqual(
      expect.objectContaining({ confirmation: one.confirmation, withdrawn_at }),
    );
  });

  it('is done once: a repeated and a parallel call get the first time and send no other mail', async () => {
    const one = await submitted(cloud());
    const other = new ApiClient(cloud());
    await logIn(other, one.username);
    const parallel = await Promise.all([withdraw(one.client), withdraw(other)]);
    const replies = [...parallel, await withdraw(one.client)];
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(replies.map(({ body }) => body.withdrawn_at)).size).toBe(1);
    expect(await eventsOf(one)).toHaveLength(1);
    await fiveMinutesLater();
    expect(withdrawnMails(one)).toHaveLength(1);
  });

  it('is rejected for a draft', async () => {
    const client = await person(cloud());
    await client.call('PUT', '/api/answer', { answer: { first_name: 'Ada' } });
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

  it('succeeds while mail is down, and the mail follows once', async () => {
    const one = await submitted(cloud());
    const restore = cloud().injectFault({
      matches: (request) => isMail(request) && request.body.toString().includes('you withdrew'),
      effect: { errorName: 'SendingPausedException' },
    });
    expect((await withdraw(one.client)).status).toBe(200);
    await fiveMinutesLater();
    expect(withdrawnMails(one)).toEqual([]);
    restore();
    await fiveMinutesLater();
    await fiveMinutesLater();
    expect(withdrawnMails(one)).toHaveLength(1);
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
    const rejected = "You withdrew your application, so you can't send documents for it.";
    const ofConversion = await one.client.call('GET', conversionOf(key));
    expect(ofConversion.body).toMatchObject({ status: 'FAILED', message: rejected });
    expect(await factsOf(one)).toMatchObject({ sent: {}, withdrawn_at: isoTime });
    expect(await one.client.call('POST', '/api/presigned-url', { answer_key: key })).toMatchObject({
      ...{ status: 409, body: { message: rejected } },
    });
    expect((await reinstate(one)).status).toBe(200);
    await upload(one.client, key, 'transcript.pdf', await pdf());
    expect(await conversionEnded(one.client, conversionOf(key))).toMatchObject({ status: 'COMPLETED' });
  });

  it('wins no place over a change of the checklist at the same moment: the list row has both', async () => {
    const [one, dana] = [await submitted(cloud()), await signIn(cloud(), 'Dana Director')];
    using withdrawing = holdCalls(cloud(), asks('TransactWriteItems', 'WITHDRAWAL'));
    const reply = withdraw(one.client);
    await withdrawing.arrived();
    const marked = await dana.call('PUT', ofStaff(one, '/checklist/transcript'), { day: '2026-03-03' });
    expect(marked.status).toBe(200);
    withdrawing.goOn();
    expect((await reply).status).toBe(200);
    expect(await factsOf(one)).toMatchObject({ withdrawn_at: isoTime, missing: ['test-scores'] });
  });
});

describe('a withdrawn application', () => {
  it('is found by its status, which is neither complete nor incomplete', async () => {
    const one = await submitted(cloud());
    expect([await found(one, 'status=incomplete'), await found(one, 'status=withdrawn')]).toEqual([
      ...[true, false],
    ]);
    await withdraw(one.client);
    for (const sort of ['newest', 'name'])
      expect(await found(one, `status=withdrawn&sort=${sort}`)).toBe(true);
    expect(await found(one, 'status=incomplete')).toBe(false);
    expect(await found(one, 'status=complete')).toBe(false);
  });

  it('gets no mail that the checklist is complete, until it is reinstated', async () => {
    const [one, dana] = [await submitted(cloud()), await signIn(cloud(), 'Dana Director')];
    await withdraw(one.client);
    for (const item of ['transcript', 'test-scores'])
      await dana.call('PUT', ofStaff(one, `/checklist/${item}`), { day: '2026-03-03' });
    await fiveMinutesLater();
    expect(mailsTo(one, 'we have everything we need from you')).toEqual([]);
    expect((await reinstate(one)).status).toBe(200);
    await fiveMinutesLater();
    expect(mailsTo(one, 'we have everything we need from you')).toHaveLength(1);
  });

  it('is announced to the university and stays in exports with the time, also after it was reinstated', async () => {
    const [one, events] = [await submitted(cloud()), eventsOnBus()];
    const restore = cloud().injectFault({
      matches: (request) => isEvent(request) && request.body.includes('application.'),
      effect: { errorName: 'InternalException' },
    });
    const { withdrawn_at } = (await withdraw(one.client)).body;
    await afterPauses(cloud());
    expect((await reinstate(one)).status).toBe(200);
    await withdraw(one.client);
    restore();
    await cloud().quiet();
    const failed = events(one).length;
    await afterPauses(cloud());
    await cloud().quiet();
    const { confirmation } = one;
    const last = (await progressOf(one)).withdrawn_at;
    expect(events(one).slice(failed)).toEqual([
      { type: 'application.withdrawn', confirmation, withdrawn_at },
      { type: 'application.reinstated', confirmation, reinstated_at: isoTime },
      { type: 'application.withdrawn', confirmation, withdrawn_at: last },
    ]);
    await lookChangedAgo(cloud(), confirmation, 121);
    expect(await exported(one, 'changed')).toMatchObject([{ confirmation, withdrawn_at: last }]);
    await reinstate(one);
    await lookChangedAgo(cloud(), confirmation, 121);
    const [row, ...others] = await exported(one, 'changed');
    expect(others).toEqual([]);
    expect(row).not.toHaveProperty('withdrawn_at');
  });
});

describe('reinstating an application', () => {
  it('is for the office: it is recorded with the person, mailed once, and shown everywhere', async () => {
    const one = await submitted(cloud());
    await withdraw(one.client);
    for (const _ of [1, 2]) expect((await reinstate(one)).status).toBe(200);
    expect(await progressOf(one)).toMatchObject({ withdrawn_at: '' });
    expect(await factsOf(one)).toMatchObject({ withdrawn_at: '' });
    expect(await found(one, 'status=incomplete')).toBe(true);
    expect(await eventsOf(one)).toMatchObject([
      { event: 'application-withdrawn' },
      { event: 'application-reinstated', by: 'Omar Office (omar)' },
    ]);
    await fiveMinutesLater();
    expect(mailsTo(one, ': your application is active again')).toHaveLength(1);
  });

  it('changes nothing about an application that is not withdrawn, and finds no draft', async () => {
    const one = await submitted(cloud());
    expect((await reinstate(one)).status).toBe(200);
    expect(await eventsOf(one)).toEqual([]);
    expect((await omar.call('DELETE', '/api/staff/applications/no-such/withdrawal')).status).toBe(404);
  });
});
