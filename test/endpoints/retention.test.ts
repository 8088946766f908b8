import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  AdminCreateUserCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { retentionFunction } from '../../shared/api/retention.ts';
import { ApiClient, goodPassword, newAddress } from '../support/applicant.ts';
import { clientSettings } from '../support/aws-clients.ts';
import { withCloud } from '../support/cloud.ts';
import { erasedItems } from '../support/erased.ts';
import { completeAnswers } from '../support/form.ts';
import { auditLogOf } from '../support/operator.ts';
import { accountsIn, person } from '../support/person.ts';
import { runRetention } from '../support/retention.ts';
import { setInItems, tableOf } from '../support/table.ts';

const cloud = withCloud({ isEmpty: true });
afterEach(() => vi.restoreAllMocks());

const day = 86_400_000;
const night = () => cloud().runSchedules(new Date('2026-11-22T09:30:00Z'));
const cognito = () => new CognitoIdentityProviderClient(clientSettings(cloud()));
const output = (id: string) => cloud().outputs[`Matricula-dev/Data/Applicants/${id}/Resource`];
const UserPoolId = () => output('Pool');

const daysAgo = (days: number): string => new Date(Date.now() - days * day).toISOString().slice(0, 10);

const logIn = async (username: string): Promise<number> =>
  (await new ApiClient(cloud()).call('POST', '/public/login', { username, password: goodPassword })).status;

const endingMails = (username: string) =>
  cloud()
    .mail(username)
    .filter(({ subject }) => subject.endsWith('we will delete your unfinished application'));

/** Sets an attribute of one item of an application, as if time had passed. */
async function set(sub: string, sk: string, attribute: string, value: string): Promise<void> {
  const { documents, TableName } = tableOf(cloud());
  await documents.send(
    new UpdateCommand({
      TableName,
      Key: { pk: `APP#${sub}`, sk },
      UpdateExpression: 'SET #attribute = :value',
      ExpressionAttributeNames: { '#attribute': attribute },
      ExpressionAttributeValues: { ':value': value },
    }),
  );
}

const idOf = async (client: ApiClient): Promise<string> =>
  /APP#([\w-]+)/.exec(JSON.stringify((await client.call('GET', '/api/own-data')).body))?.[1] ?? '';

/** An application that was submitted so many days ago. */
async function submitted(days: number) {
  const username = newAddress();
  const client = await person(cloud(), username);
  await client.call('PUT', '/api/answer', { answer: completeAnswers });
  expect((await client.call('POST', '/api/submit')).status).toBe(200);
  const sub = await idOf(client);
  await set(sub, 'META', 'submitted_at', new Date(Date.now() - days * day).toISOString());
  return { username, sub };
}

/** A draft that was changed last so many days ago. */
async function draft(changedDaysAgo: number) {
  const username = newAddress();
  const client = await person(cloud(), username);
  await client.call('PUT', '/api/answer', { answer: { first_name: 'Ada' } });
  const sub = await idOf(client);
  await set(sub, 'META', 'changed_on', daysAgo(changedDaysAgo));
  return { username, client, sub };
}

/** The mail was sent so many days ago. */
const announced = ({ sub }: { readonly sub: string }, days: number) =>
  set(sub, 'META#END', 'on', daysAgo(days));

const months = 13 * 30.5;

describe('each night', () => {
  it('a draft is announced to end 30 days before, once, and ends no earlier than the mail said', async () => {
    const [old, younger] = [await draft(months + 90), await draft(months - 45)];
    await night();
    await night();
    const [mail, ...others] = endingMails(old.username);
    expect(others).toEqual([]);
    expect(mail?.text).toContain('/about and change any answer before then.');
    const inThirtyDays = new Date(Date.now() + 30 * day);
    expect(mail?.text).toContain(
      inThirtyDays.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' }),
    );
    expect(endingMails(younger.username)).toEqual([]);
    await announced(old, 29);
    await night();
    expect(await logIn(old.username)).toBe(200);
    await announced(old, 30);
    await night();
    expect(await logIn(old.username)).toBe(400);
    expect(await logIn(younger.username)).toBe(200);
  });

  it('a draft that is changed after the mail lives on, and is announced again later', async () => {
    const { username, client, sub } = await draft(months + 90);
    await night();
    expect(endingMails(username)).toHaveLength(1);
    await announced({ sub }, 31);
    await client.call('PUT', '/api/answer', { answer: { first_name: 'Grace' } });
    await night();
    expect(await logIn(username)).toBe(200);
    expect(endingMails(username)).toHaveLength(1);
    await set(sub, 'META', 'changed_on', daysAgo(months + 60));
    await night();
    expect(endingMails(username)).toHaveLength(2);
    expect(await logIn(username)).toBe(200);
  });

  it('a draft whose announcement cannot be mailed stays, and is announced the next night', async () => {
    const { username } = await draft(months + 90);
    const restore = cloud().injectFault({
      matches: ({ method, url }) => method === 'POST' && url.pathname === '/v2/email/outbound-emails',
      effect: { errorName: 'SendingPausedException' },
    });
    await night();
    restore();
    expect(endingMails(username)).toEqual([]);
    await night();
    expect(endingMails(username)).toHaveLength(1);
    expect(await logIn(username)).toBe(200);
  });

  it('a draft that is changed in the moment before it ends is not erased', async () => {
    const { username, client, sub } = await draft(months + 90);
    await night();
    await announced({ sub }, 31);
    const isSealing = Promise.withResolvers<void>();
    const goOn = cloud().injectFault({
      matches: ({ headers, body }) => {
        const matches =
          headers['x-amz-target']?.endsWith('TransactWriteItems') === true &&
          body.includes('erased_at') &&
          body.includes(sub);
        if (matches) isSealing.resolve();
        return matches;
      },
      effect: 'held',
    });
    const ending = night();
    await isSealing.promise;
    expect((await client.call('PUT', '/api/answer', { answer: { first_name: 'Grace' } })).status).toBe(200);
    goOn();
    await ending;
    expect(await logIn(username)).toBe(200);
    const events = (await auditLogOf(cloud(), username)).map(({ event }) => event);
    expect(events).toContain('erasure-refused');
    expect(events).not.toContain('erasure-begun');
  });

  it('submitted applications end after the years of the university, and no day earlier', async () => {
    const years = 5 * 365.25;
    const [old, recent] = [await submitted(years + 2), await submitted(years - 2)];
    await night();
    expect(await logIn(old.username)).toBe(400);
    expect(await logIn(recent.username)).toBe(200);
    await setInItems(cloud(), old.sub, { attribute: 'settled', value: 1 });
    await cloud().runSchedules(new Date('2026-11-22T08:05:00Z'));
    const erased = (await auditLogOf(cloud(), old.username)).filter(({ event }) => event === 'erased');
    expect(erased).toEqual([expect.objectContaining({ names: ['years-over'] })]);
    // Drafts that other tests ended are not listed for the university.
    expect((await erasedItems(cloud())).map(({ reason }) => reason)).toEqual(['years-over']);
  });
});

/** Imports users, whose applications were submitted long ago or have not been begun. */
async function imported(count: number, submitted_at?: string): Promise<readonly string[]> {
  const { documents, TableName } = tableOf(cloud());
  return Promise.all(
    Array.from({ length: count }, async () => {
      const email = newAddress();
      const created = await cognito().send(
        new AdminCreateUserCommand({ UserPoolId: UserPoolId(), Username: email, MessageAction: 'SUPPRESS' }),
      );
      const sub = created.User?.Attributes?.find(({ Name }) => Name === 'sub')?.Value;
      const Item = { pk: `APP#${sub}`, sk: 'META', rev: 1, submitted_at };
      if (submitted_at !== undefined) await documents.send(new PutCommand({ TableName, Item }));
      return email;
    }),
  );
}

const longAgo = '2015-12-01T12:00:00.000Z';
const clock = () => cloud().runSchedules(new Date('2026-11-22T08:05:00Z'));
const listsUsers = ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }) =>
  String(headers['x-amz-target']).endsWith('.ListUsers');

/** The number of these addresses that have an account. */
async function left(of: readonly string[]): Promise<number> {
  const found = await accountsIn(cloud());
  return of.filter((email) => found.has(email)).length;
}

describe('a night on which far more ends than on others', () => {
  it('erases nothing until an operator allows it with the date, and then everything', async () => {
    const users = await imported(51, longAgo);
    await night();
    await clock();
    expect(await left(users)).toBe(51);
    const day = new Date().toISOString().slice(0, 10);
    const allow = (of: string) => runRetention(cloud(), { command: 'allow-retention', day: of });
    expect(await allow('2026-01-01')).toEqual({ refused: `Today is ${day} in UTC, and not 2026-01-01.` });
    const { stdout } = await promisify(execFile)(process.execPath, [
      ...[join(import.meta.dirname, '../../scripts/main.ts'), 'privacy', 'delete', '--over', day, '--yes'],
      ...['--data', cloud().data, '--port', String(cloud().port)],
    ]);
    expect(stdout).toContain('This starts within five minutes');
    await clock();
    expect(await left(users)).toBe(0);
  });

  it('goes on after the page that was reached when a run ends early', async () => {
    const users = await imported(5, longAgo);
    const more = await imported(70);
    const lists = { pages: 0 };
    const fail = cloud().injectFault({
      matches: (request) => listsUsers(request) && request.body.includes('PaginationToken'),
      effect: { errorName: 'InternalErrorException' },
    });
    await night();
    fail();
    expect(await left(users)).toBe(5);
    const count = cloud().injectFault({
      matches: (request) => {
        if (listsUsers(request) && !request.body.includes('PaginationToken')) lists.pages += 1;
        return false;
      },
      effect: { errorName: 'InternalErrorException' },
    });
    await clock();
    count();
    // The first page is listed once, to erase: it was counted before.
    expect(lists.pages).toBe(1);
    expect([await left(users), await left(more)]).toEqual([0, 70]);
  });

  it('begins a phase again if it was interrupted for longer than the token of a page is valid', async () => {
    const users = await imported(5, longAgo);
    const more = await imported(70);
    const fail = cloud().injectFault({
      matches: (request) => listsUsers(request) && request.body.includes('PaginationToken'),
      effect: { errorName: 'InternalErrorException' },
    });
    await night();
    fail();
    const { documents, TableName } = tableOf(cloud());
    await documents.send(
      new UpdateCommand({
        ...{ TableName, Key: { pk: 'RETENTION', sk: 'RUN' } },
        UpdateExpression: 'SET #after = :after',
        ExpressionAttributeNames: { '#after': 'after' },
        ExpressionAttributeValues: { ':after': 'expired' },
      }),
    );
    await clock();
    expect([await left(users), await left(more)]).toEqual([0, 70]);
  });

  it('ends although the schedule cannot read one change of address, and drops the change after it', async () => {
    const [user = ''] = await imported(1, longAgo);
    const move = { address: newAddress(), username: newAddress(), session: 'ended' };
    const { documents, TableName } = tableOf(cloud());
    const at = { host: 'apply.example.edu', browser: 'Firefox on Windows', at: '2026-01-01T00:00:00.000Z' };
    const work = { pk: 'OUTBOX#moves', kind: 'address-move', tries: 0, next_at: 0, added_at: at.at };
    const moved = randomUUID();
    for (const Item of [
      { ...work, sk: '0', id: '0', about: {} },
      { ...work, sk: moved, id: moved, about: { ...move, ...at, sub: moved } },
    ])
      await documents.send(new PutCommand({ TableName, Item }));
    await runRetention(cloud(), {
      command: 'allow-retention',
      day: new Date().toISOString().slice(0, 10),
    });
    const { FunctionError } = await new LambdaClient(clientSettings(cloud())).send(
      new InvokeCommand({
        FunctionName: retentionFunction('dev'),
        Payload: JSON.stringify({ 'detail-type': 'Scheduled Event' }),
      }),
    );
    expect(FunctionError).toBeUndefined();
    expect(await left([user])).toBe(0);
    const { Items = [] } = await documents.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': work.pk },
      }),
    );
    expect(Items).toMatchObject([{ sk: '0', tries: 1, reason: '$ZodError' }]);
  });
});
