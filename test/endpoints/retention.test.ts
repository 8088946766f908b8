import {
  AdminCreateUserCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../scripts/local-cloud/index.ts';
import { newAddress } from '../support/applicant.ts';
import { clientOf } from '../support/aws-clients.ts';
import { withCloud } from '../support/cloud.ts';
import { erasedItems } from '../support/erased.ts';
import { asks, holdCalls } from '../support/held-calls.ts';
import { auditLogOf } from '../support/operator.ts';
import { accountsIn, Person, person, submitted } from '../support/person.ts';
import { runRetention } from '../support/retention.ts';
import { runHere } from '../support/run-here.ts';
import { setInItems, tableOf } from '../support/table.ts';

const cloud = withCloud({ isEmpty: true });

const day = 86_400_000;
const night = () => cloud().runSchedules(new Date('2026-11-22T09:30:00Z'));
const fiveMinutesLater = () => cloud().runSchedules(new Date('2026-11-22T08:05:00Z'));
const momentBefore = (days: number) => new Date(Date.now() - days * day).toISOString();
const dayBefore = (days: number) => momentBefore(days).slice(0, 10);

/** Sets an attribute of one item, as if time had passed. */
const set = (Key: { readonly pk: string; readonly sk: string }, attribute: string, value: string) =>
  tableOf(cloud()).documents.send(
    new UpdateCommand({
      ...{ TableName: tableOf(cloud()).TableName, Key, UpdateExpression: 'SET #attribute = :value' },
      ExpressionAttributeNames: { '#attribute': attribute },
      ExpressionAttributeValues: { ':value': value },
    }),
  );

const endingMails = (client: Person) => client.mails('we will delete your unfinished application');
const changedBefore = ({ sub }: Person, days: number) =>
  set({ pk: `APP#${sub}`, sk: 'META' }, 'changed_on', dayBefore(days));
const announcedBefore = ({ sub }: Person, days: number) =>
  set({ pk: `APP#${sub}`, sk: 'META#END' }, 'on', dayBefore(days));
/** True if the account is not deleted. */
const isThere = async ({ username }: Person) => (await new Person(cloud(), username).logIn()).status === 200;

/** A draft that was changed last so many days ago. */
async function draft(days: number): Promise<Person> {
  const client = await person(cloud());
  await client.save({ first_name: 'Ada' });
  await changedBefore(client, days);
  return client;
}

/** An application that was submitted so many days ago. */
async function submittedBefore(days: number): Promise<Person> {
  const { client, sub } = await submitted(cloud());
  await cloud().quiet(); // a deletion waits longer for a delivery that is under way
  await set({ pk: `APP#${sub}`, sk: 'META' }, 'submitted_at', momentBefore(days));
  return client;
}

const months = 13 * 30.5;

describe('each night', () => {
  it('a draft is announced to end 30 days before, once, and ends no earlier than the mail said', async () => {
    const [old, younger] = [await draft(months + 90), await draft(months - 45)];
    await night();
    await night();
    const [mail, ...others] = endingMails(old);
    expect(others).toEqual([]);
    expect(mail?.text).toContain('/about and change any answer before then.');
    const inThirtyDays = new Date(Date.now() + 30 * day);
    expect(mail?.text).toContain(
      inThirtyDays.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' }),
    );
    expect(endingMails(younger)).toEqual([]);
    await announcedBefore(old, 29);
    await night();
    expect(await isThere(old)).toBe(true);
    await announcedBefore(old, 30);
    await night();
    expect([await isThere(old), await isThere(younger)]).toEqual([false, true]);
  });

  it('a draft that is changed after the mail lives on, and is announced again later', async () => {
    const client = await draft(months + 90);
    await night();
    await announcedBefore(client, 31);
    await client.save({ first_name: 'Grace' });
    await night();
    expect(endingMails(client)).toHaveLength(1);
    await changedBefore(client, months + 60);
    await night();
    expect(endingMails(client)).toHaveLength(2);
    expect(await isThere(client)).toBe(true);
  });

  it('a draft whose announcement cannot be mailed stays, and is announced the next night', async () => {
    const client = await draft(months + 90);
    const restore = cloud().injectFault({
      matches: ({ method, url }) => method === 'POST' && url.pathname === '/v2/email/outbound-emails',
      effect: { errorName: 'SendingPausedException' },
    });
    await night();
    restore();
    expect(endingMails(client)).toEqual([]);
    await night();
    expect(endingMails(client)).toHaveLength(1);
    expect(await isThere(client)).toBe(true);
  });

  it('a draft that is changed in the moment before it ends is not erased', async () => {
    const client = await draft(months + 90);
    await night();
    await announcedBefore(client, 31);
    using deletion = holdCalls(cloud(), asks('TransactWriteItems', 'erased_at', client.sub));
    const ending = night();
    await deletion.arrived();
    expect((await client.save({ first_name: 'Grace' })).status).toBe(200);
    deletion.goOn();
    await ending;
    expect(await isThere(client)).toBe(true);
    const events = await client.events();
    expect(events).toContain('erasure-refused');
    expect(events).not.toContain('erasure-begun');
  });

  it('submitted applications end after the years of the university, and no day earlier', async () => {
    const years = 5 * 365.25;
    const [old, recent] = [await submittedBefore(years + 2), await submittedBefore(years - 2)];
    await night();
    expect([await isThere(old), await isThere(recent)]).toEqual([false, true]);
    await setInItems(cloud(), old.sub, { attribute: 'settled', value: 1 });
    await fiveMinutesLater();
    expect(await auditLogOf(cloud(), old.username)).toContainEqual(
      expect.objectContaining({ event: 'erased', names: ['years-over'] }),
    );
    expect(await erasedItems(cloud())).toMatchObject([{ reason: 'years-over' }]);
  });
});

/** Imports users, whose applications were submitted long ago or have not been begun. */
async function imported(count: number, submitted_at?: string): Promise<readonly string[]> {
  const { documents, TableName } = tableOf(cloud());
  const UserPoolId = cloud().outputs['Matricula-dev/Data/Applicants/Pool/Resource'];
  return Promise.all(
    Array.from({ length: count }, async () => {
      const Username = newAddress();
      const created = await clientOf(cloud(), CognitoIdentityProviderClient).send(
        new AdminCreateUserCommand({ UserPoolId, Username, MessageAction: 'SUPPRESS' }),
      );
      const sub = created.User?.Attributes?.find(({ Name }) => Name === 'sub')?.Value;
      const Item = { pk: `APP#${sub}`, sk: 'META', rev: 1, submitted_at };
      if (submitted_at !== undefined) await documents.send(new PutCommand({ TableName, Item }));
      return Username;
    }),
  );
}

const longAgo = '2015-12-01T12:00:00.000Z';
const listsUsers: Fault['matches'] = asks('ListUsers');

/** The number of these addresses that have an account. */
async function left(of: readonly string[]): Promise<number> {
  const found = await accountsIn(cloud());
  return of.filter((email) => found.has(email)).length;
}

const allow = (of: string) => runRetention(cloud(), { command: 'allow-retention', day: of });
const today = () => new Date().toISOString().slice(0, 10);

describe('a night on which far more ends than on others', () => {
  it('erases nothing until an operator allows it with the date, and then everything', async () => {
    const users = await imported(51, longAgo);
    await night();
    await fiveMinutesLater();
    expect(await left(users)).toBe(51);
    expect(await allow('2026-01-01')).toEqual({ refused: `Today is ${today()} in UTC, and not 2026-01-01.` });
    const { out } = await runHere(cloud(), 'privacy', 'delete', '--over', today(), '--yes');
    expect(out).toContain('This starts within five minutes');
    await fiveMinutesLater();
    expect(await left(users)).toBe(0);
  });

  /** A night that ends after the first page of users: five whose time is over, and seventy others. */
  async function interruptedNight() {
    const [over, others] = [await imported(5, longAgo), await imported(70)];
    const restore = cloud().injectFault({
      matches: (request) => listsUsers(request) && request.body.includes('PaginationToken'),
      effect: { errorName: 'InternalErrorException' },
    });
    await night();
    restore();
    expect(await left(over)).toBe(5);
    return async () => [await left(over), await left(others)];
  }

  it('goes on after the page that was reached when a run ends early', async () => {
    const leftOf = await interruptedNight();
    let firstPages = 0;
    const restore = cloud().injectFault({
      matches: (request) => {
        if (listsUsers(request) && !request.body.includes('PaginationToken')) firstPages += 1;
        return false;
      },
      effect: 'held',
    });
    await fiveMinutesLater();
    restore();
    // The first page is listed once, to erase: it was counted before.
    expect(firstPages).toBe(1);
    expect(await leftOf()).toEqual([0, 70]);
  });

  it('begins a phase again if it was interrupted for longer than the token of a page is valid', async () => {
    const leftOf = await interruptedNight();
    await set({ pk: 'RETENTION', sk: 'RUN' }, 'after', 'expired');
    await fiveMinutesLater();
    expect(await leftOf()).toEqual([0, 70]);
  });

  it('ends although the schedule cannot read a change of address', async () => {
    const users = await imported(1, longAgo);
    const { documents, TableName } = tableOf(cloud());
    const Key = { pk: 'OUTBOX#moves', sk: '0' };
    const Item = {
      ...Key,
      id: '0',
      kind: 'address-move',
      tries: 0,
      next_at: 0,
      added_at: longAgo,
      about: {},
    };
    await documents.send(new PutCommand({ TableName, Item }));
    await allow(today());
    await fiveMinutesLater();
    expect(await left(users)).toBe(0);
    const found = await documents.send(new GetCommand({ TableName, Key }));
    expect(found.Item).toMatchObject({ tries: 1, reason: '$ZodError' });
  });
});
