import { describe, expect, it } from 'vitest';
import { ApiClient, goodPassword, newAddress } from '../support/applicant.ts';
import { withCloud, withoutDeliveries } from '../support/cloud.ts';
import { completeAnswers } from '../support/form.ts';
import { asks, holdCalls } from '../support/held-calls.ts';
import { auditLogOf } from '../support/operator.ts';
import { afterPauses } from '../support/outbox.ts';
import { person } from '../support/person.ts';
import { setInItems } from '../support/table.ts';

const cloud = withCloud(withoutDeliveries);
const path = '/api/account/deletion';
const byTheClock = () => afterPauses(cloud());
const deleteOwn = (client: ApiClient) => client.call('POST', path, { current_password: goodPassword });
const logIn = (client: ApiClient, username: string) =>
  client.call('POST', '/public/login', { username, password: goodPassword });
const subjectsTo = (username: string) =>
  cloud()
    .mail(username)
    .map(({ subject }) => subject);
const eventsOf = async (username: string) => (await auditLogOf(cloud(), username)).map(({ event }) => event);

/** The id of an applicant, from the only place that a browser sees it in. */
async function subOf(client: ApiClient): Promise<string> {
  const { body } = await client.call('GET', '/api/own-data');
  return /APP#([\w-]+)/.exec(JSON.stringify(body))?.[1] ?? expect.unreachable();
}

describe('deleting one’s own application', () => {
  it('takes the password, ends all sessions immediately, is confirmed by mail, and leaves no data', async () => {
    const username = newAddress();
    const [client, other] = [await person(cloud(), username), new ApiClient(cloud())];
    await logIn(other, username);
    await client.call('PUT', '/api/answer', { answer: { first_name: 'Ada' } });
    const sub = await subOf(client);
    const reply = await deleteOwn(client);
    expect(reply).toMatchObject({ status: 200, body: { message: 'Your application is being deleted.' } });
    expect(client.cookies.has('__Host-session')).toBe(false);
    expect((await other.call('GET', '/api/profile')).status).toBe(401);
    const again = await logIn(other, username);
    expect(again.body.message).toMatch(/^This account is being deleted\./);
    expect(again.status).toBe(400);
    expect(cloud().mail(username)[0]).toMatchObject({
      subject: expect.stringContaining('your application is being deleted'),
      text: expect.stringContaining(
        'This cannot be undone. You can sign up again with this address in about ten minutes.',
      ),
    });
    await byTheClock();
    await setInItems(cloud(), sub, { attribute: 'settled', value: 1 });
    await byTheClock();
    expect(await eventsOf(username)).toContain('erased');
    const fresh = await person(cloud(), username);
    expect((await fresh.call('GET', '/api/profile')).body.answer).toEqual({});
  });

  it.each([
    [
      'a sign-up',
      (client: ApiClient, username: string) =>
        client.call('POST', '/public/signup', { username, password: goodPassword }),
    ],
    [
      'a change of another account’s address',
      async (_: ApiClient, username: string) =>
        (await person(cloud())).call('POST', '/api/account/address', {
          current_password: goodPassword,
          username,
        }),
    ],
  ])('mails after %s with the address that the account is still being deleted', async (_, use) => {
    const username = newAddress();
    const client = await person(cloud(), username);
    await deleteOwn(client);
    expect((await use(client, username)).status).toBe(200);
    const [mail] = cloud().mail(username);
    expect(mail?.subject).toContain('your account is still being deleted');
    expect(mail?.text).toContain('Please try again in about ten minutes.');
    expect(mail?.text).not.toContain('/login');
  });

  it('is refused with a wrong password, which is recorded, and deletes nothing', async () => {
    const username = newAddress();
    const client = await person(cloud(), username);
    const reply = await client.call('POST', path, { current_password: 'Wrong-Horse-9!' });
    expect(reply).toMatchObject({ status: 400, body: { field: 'current_password' } });
    await byTheClock();
    expect((await client.call('GET', '/api/profile')).status).toBe(200);
    expect(await eventsOf(username)).toContain('erasure-refused');
  });

  it('is rejected after submission, with a contact', async () => {
    const client = await person(cloud());
    await client.call('PUT', '/api/answer', { answer: completeAnswers });
    expect((await client.call('POST', '/api/submit')).status).toBe(200);
    const reply = await deleteOwn(client);
    expect(reply.status).toBe(409);
    expect(reply.body.message).toMatch(/^You've submitted your application, .* Please write to \S+@\S+\.$/);
    await byTheClock();
    expect((await client.call('GET', '/api/profile')).body.receipt).toMatchObject({
      confirmation: expect.any(String),
    });
  });

  it('wins against a submission in flight, whose response says that it was not submitted', async () => {
    const username = newAddress();
    const client = await person(cloud(), username);
    const other = new ApiClient(cloud());
    await logIn(other, username);
    await client.call('PUT', '/api/answer', { answer: completeAnswers });
    using submission = holdCalls(cloud(), asks('TransactWriteItems', 'SUBMISSION#1'));
    const submitting = client.call('POST', '/api/submit');
    await submission.arrived();
    expect((await deleteOwn(other)).status).toBe(200);
    submission.goOn();
    expect(await submitting).toMatchObject({
      status: 409,
      body: { message: 'This application is being deleted, so you can no longer change or submit it.' },
    });
    await byTheClock();
    expect(await eventsOf(username)).toEqual(expect.not.arrayContaining(['submit', 'erasure-refused']));
    expect(subjectsTo(username)).not.toContainEqual(expect.stringContaining('received'));
  });

  it('is refused when a submission that is on its way comes first, and deletes nothing', async () => {
    const username = newAddress();
    const client = await person(cloud(), username);
    await client.call('PUT', '/api/answer', { answer: completeAnswers });
    using deletion = holdCalls(cloud(), asks('TransactWriteItems', 'ERASURE#', 'deletion-asked'));
    const deleting = deleteOwn(client);
    await deletion.arrived();
    expect((await client.call('POST', '/api/submit')).status).toBe(200);
    deletion.goOn();
    const reply = await deleting;
    expect(reply.status).toBe(409);
    expect(reply.body.message).toMatch(/^You've submitted your application/);
    await byTheClock();
    expect((await client.call('GET', '/api/profile')).body.receipt).toBeDefined();
    expect(subjectsTo(username)).not.toContainEqual(expect.stringContaining('is being deleted'));
  });

  it('is acknowledged, mailed and stops saves as soon as it is recorded, although sessions cannot be ended', async () => {
    const username = newAddress();
    const [client, other] = [await person(cloud(), username), new ApiClient(cloud())];
    await logIn(other, username);
    await other.call('PUT', '/api/answer', { answer: { first_name: 'Ada' } });
    const restore = cloud().injectFault({
      matches: asks('PutItem', 'sessions-ended'),
      effect: { errorName: 'ThrottlingException' },
    });
    expect(await deleteOwn(client).finally(restore)).toMatchObject({
      status: 200,
      body: { message: 'Your application is being deleted.' },
    });
    expect(subjectsTo(username)[0]).toContain('your application is being deleted');
    expect(await other.call('PUT', '/api/answer', { answer: { first_name: 'Grace' } })).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/^This application is being deleted/) },
    });
    await byTheClock();
    expect((await other.call('GET', '/api/profile')).status).toBe(401);
  });

  it('is acknowledged although ending the sessions takes longer than the call may', async () => {
    const client = await person(cloud());
    using revocation = holdCalls(cloud(), asks('PutItem', 'sessions-ended'));
    expect((await deleteOwn(client)).status).toBe(200);
    revocation.goOn();
    expect((await client.call('GET', '/api/profile')).status).toBe(401);
  });

  it('is acknowledged although DynamoDB’s reply to its record was lost', async () => {
    const client = await person(cloud());
    const restore = cloud().injectFault({
      matches: asks('TransactWriteItems', 'ERASURE#', 'deletion-asked'),
      effect: 'reply lost',
    });
    expect((await deleteOwn(client).finally(restore)).status).toBe(200);
  });

  it('is confirmed by mail also when mail was down and the application is gone by then', async () => {
    const username = newAddress();
    const client = await person(cloud(), username);
    const restore = cloud().injectFault({
      matches: ({ url }) => url.pathname === '/v2/email/outbound-emails',
      effect: { errorName: 'SendingPausedException' },
    });
    expect((await deleteOwn(client)).status).toBe(200);
    await byTheClock();
    restore();
    await byTheClock();
    const subjects = cloud()
      .mail(username)
      .map(({ subject }) => subject);
    expect(subjects).toContainEqual(expect.stringContaining('your application is being deleted'));
  });
});

it('downloading one’s own data: has every answer, log-in and session of the applicant and no others', async () => {
  const [client, other] = [await person(cloud()), await person(cloud())];
  await client.call('PUT', '/api/answer', { answer: { first_name: 'Augusta', city: 'Marylebone' } });
  await other.call('PUT', '/api/answer', { answer: { first_name: 'Somebody' } });
  const { status, body } = await client.call('GET', '/api/own-data');
  expect(status).toBe(200);
  expect(body.username).toMatch(/@example\.org$/);
  const text = JSON.stringify(body);
  for (const own of ['Augusta', 'Marylebone', 'LOGIN#', 'Open sessions']) expect(text).toContain(own);
  expect(text).not.toContain('Somebody');
  expect((await new ApiClient(cloud()).call('GET', '/api/own-data')).status).toBe(401);
});
