import { describe, expect, it } from 'vitest';
import { ApiClient, goodPassword } from '../support/applicant.ts';
import { withCloud, withoutDeliveries } from '../support/cloud.ts';
import { completeAnswers } from '../support/form.ts';
import { asks, holdCalls } from '../support/held-calls.ts';
import { afterPauses } from '../support/outbox.ts';
import { type Person, person, submitted } from '../support/person.ts';
import { setInItems } from '../support/table.ts';

const cloud = withCloud(withoutDeliveries);
const deleteOwn = (client: Person, current_password = goodPassword) =>
  client.post('/api/account/deletion', { current_password });
const askForAddress = async (username: string) =>
  (await person(cloud())).post('/api/account/address', { current_password: goodPassword, username });

describe('deleting one’s own application', () => {
  it('takes the password, ends all sessions immediately, is confirmed by mail, and leaves no data', async () => {
    const client = await person(cloud());
    const other = await client.inAnotherBrowser();
    await client.save({ first_name: 'Ada' });
    const reply = await deleteOwn(client);
    expect(reply).toMatchObject({ status: 200, body: { message: 'Your application is being deleted.' } });
    expect(client.cookies.has('__Host-session')).toBe(false);
    expect(await other.isLoggedIn()).toBe(false);
    expect(await other.logIn()).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^This account is being deleted\./) },
    });
    expect(client.mails()[0]).toMatchObject({
      subject: expect.stringContaining('your application is being deleted'),
      text: expect.stringContaining(
        'This cannot be undone. You can sign up again with this address in about ten minutes.',
      ),
    });
    await afterPauses(cloud());
    await setInItems(cloud(), client.sub, { attribute: 'settled', value: 1 });
    await afterPauses(cloud());
    expect(await client.events()).toContain('erased');
    const fresh = await person(cloud(), client.username);
    expect((await fresh.get('/api/profile')).body.answer).toEqual({});
  });

  it.each<[what: string, use: (client: Person) => ReturnType<Person['post']>]>([
    [
      'a sign-up',
      (client) => client.post('/public/signup', { username: client.username, password: goodPassword }),
    ],
    ['a change of another account’s address', ({ username }) => askForAddress(username)],
  ])('mails after %s with the address that the account is still being deleted', async (_, use) => {
    const client = await person(cloud());
    await deleteOwn(client);
    expect((await use(client)).status).toBe(200);
    const [mail] = client.mails();
    expect(mail?.subject).toContain('your account is still being deleted');
    expect(mail?.text).toContain('Please try again in about ten minutes.');
    expect(mail?.text).not.toContain('/login');
  });

  it('is refused with a wrong password, which is recorded, and deletes nothing', async () => {
    const client = await person(cloud());
    const reply = await deleteOwn(client, 'Wrong-Horse-9!');
    expect(reply).toMatchObject({ status: 400, body: { field: 'current_password' } });
    await afterPauses(cloud());
    expect(await client.isLoggedIn()).toBe(true);
    expect(await client.events()).toContain('erasure-refused');
  });

  it('is rejected after submission, with a contact', async () => {
    const { client, confirmation } = await submitted(cloud());
    expect(await deleteOwn(client)).toMatchObject({
      status: 409,
      body: {
        message: expect.stringMatching(/^You've submitted your application, .* Please write to \S+@\S+\.$/),
      },
    });
    await afterPauses(cloud());
    expect((await client.get('/api/profile')).body.receipt).toMatchObject({ confirmation });
  });

  it('wins against a submission in flight, whose response says that it was not submitted', async () => {
    const client = await person(cloud());
    const other = await client.inAnotherBrowser();
    await client.save(completeAnswers);
    using submission = holdCalls(cloud(), asks('TransactWriteItems', 'SUBMISSION#1'));
    const submitting = client.post('/api/submit');
    await submission.arrived();
    expect((await deleteOwn(other)).status).toBe(200);
    submission.goOn();
    expect(await submitting).toMatchObject({
      status: 409,
      body: { message: 'This application is being deleted, so you can no longer change or submit it.' },
    });
    await afterPauses(cloud());
    expect(await client.events()).toEqual(expect.not.arrayContaining(['submit', 'erasure-refused']));
    expect(client.mails('received')).toEqual([]);
  });

  it('is refused when a submission that is on its way comes first, and deletes nothing', async () => {
    const client = await person(cloud());
    await client.save(completeAnswers);
    using deletion = holdCalls(cloud(), asks('TransactWriteItems', 'ERASURE#', 'deletion-asked'));
    const deleting = deleteOwn(client);
    await deletion.arrived();
    const { confirmation } = (await client.post('/api/submit')).body;
    deletion.goOn();
    expect((await deleting).status).toBe(409);
    await afterPauses(cloud());
    expect((await client.get('/api/profile')).body.receipt).toMatchObject({ confirmation });
    expect(client.mails('is being deleted')).toEqual([]);
  });
});

it('downloading one’s own data: has every answer, log-in and session of the applicant and no others', async () => {
  const [client, other] = [await person(cloud()), await person(cloud())];
  await client.save({ first_name: 'Augusta', city: 'Marylebone' });
  await other.save({ first_name: 'Somebody' });
  const { status, body } = await client.get('/api/own-data');
  expect([status, body.username]).toEqual([200, client.username]);
  const text = JSON.stringify(body);
  for (const own of ['Augusta', 'Marylebone', 'LOGIN#', 'Open sessions']) expect(text).toContain(own);
  expect(text).not.toContain('Somebody');
  expect((await new ApiClient(cloud()).call('GET', '/api/own-data')).status).toBe(401);
});
