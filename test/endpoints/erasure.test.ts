import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CognitoIdentityProviderClient, ListUsersCommand } from '@aws-sdk/client-cognito-identity-provider';
import { GetObjectCommand, ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../scripts/local-cloud/index.ts';
import { commandHeader } from '../../shared/api/caller-proof.ts';
import { dataModel, storageError } from '../../shared/form/index.ts';
import { type ApiClient, goodPassword, newAddress } from '../support/applicant.ts';
import { clientSettings, s3Of } from '../support/aws-clients.ts';
import { withCloud } from '../support/cloud.ts';
import { conversionEnded, conversionOf, upload } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { application, completeAnswers } from '../support/form.ts';
import { auditLogOf, operatorArn, staffTokenFor } from '../support/operator.ts';
import { afterPauses } from '../support/outbox.ts';
import { person } from '../support/person.ts';
import { runRetention } from '../support/retention.ts';
import { runHere } from '../support/run-here.ts';
import { pdf } from '../support/samples.ts';
import { setInItems, tableOf } from '../support/table.ts';

const cloud = withCloud({ isEmpty: true });
const document = 'transcript_document';
const s3 = () => s3Of(cloud());

/** A name that is nowhere else, so that whatever has it belongs to the applicant. */
const newName = () => `Zebulonia${crypto.randomUUID().slice(0, 8)}`;

interface Planted {
  readonly name: string;
  readonly username: string;
  readonly client: ApiClient;
  readonly sub: string;
}

const itemsOf = async (...of: Parameters<typeof tableOf>) => {
  const { documents, TableName } = tableOf(...of);
  return (await documents.send(new ScanCommand({ TableName }))).Items ?? [];
};
const allItems = () => itemsOf(cloud());
const auditEvents = async (sub: string) =>
  (await itemsOf(cloud(), 'AuditLog')).filter(({ pk }) => pk === sub);

async function subOf(username: string): Promise<string> {
  const logIn = (await allItems()).find(
    ({ sk, ...item }) => String(sk).startsWith('LOGIN#') && item.username === username,
  );
  return String(logIn?.pk).replace('APP#', '');
}

/** The name in every answer that can have it. */
const planted = (name: string) =>
  Object.fromEntries(
    [...dataModel(application)].flatMap(([key, field]) =>
      storageError(field, name) === undefined ? [[key, name]] : [],
    ),
  );

/** An applicant whose name is in everything that can have it. */
async function plant(): Promise<Planted> {
  const name = newName();
  const username = `${name.toLowerCase()}@example.org`;
  const client = await person(cloud(), username);
  const saved = await client.call('PUT', '/api/answer', { answer: planted(name) });
  expect(saved.status).toBe(200);
  await client.call('PUT', '/api/last-page', { last_page: '/about' });
  await client.call('POST', '/api/web-status', { web_status: 'started' });
  await client.call('POST', '/api/validations', { validations: { first_name: [`${name} is too long`] } });
  await upload(client, document, `${name}.pdf`, await pdf({ texts: [name] }));
  await conversionEnded(client, conversionOf(document));
  await upload(client, 'activities_document', `${name}-essay.pdf`, Buffer.from(`no PDF by ${name}`));
  await conversionEnded(client, conversionOf('activities_document'));
  await conversionEnded(client, '/api/pdf');
  await staffTokenFor(cloud(), client);
  const address = { username: `new.${username}`, current_password: goodPassword };
  expect((await client.call('POST', '/api/account/address', address)).status).toBe(200);
  return { name, username, client, sub: await subOf(username) };
}

/** The buckets with anything of applicants. A list of users is written once a day, and not in these tests. */
const buckets = () =>
  ['Uploads', 'Documents', 'Packages', 'UserExports'].map(
    (id) => cloud().outputs[`Matricula-dev/Data/${id}/Resource`] ?? '',
  );

async function everyVersion() {
  const found = await Promise.all(
    buckets().map(async (Bucket) => {
      const { Versions = [], DeleteMarkers = [] } = await s3().send(
        new ListObjectVersionsCommand({ Bucket }),
      );
      return [...Versions, ...DeleteMarkers.map((each) => ({ ...each, Size: undefined }))].map((each) => ({
        Bucket,
        ...each,
      }));
    }),
  );
  return found.flat();
}

/**
 * Where the local cloud still has one of these words, or a file of this applicant. Mails are not looked at:
 * they are in mailboxes.
 */
async function traces(words: readonly string[], sub: string): Promise<readonly string[]> {
  const has = (text: string) => words.some((word) => text.toLowerCase().includes(word.toLowerCase()));
  const inTables = [
    ...(await allItems()).filter((item) => has(JSON.stringify(item)) || JSON.stringify(item).includes(sub)),
    ...(await itemsOf(cloud(), 'AuditLog')).filter((item) => has(JSON.stringify(item))),
  ];
  const versions = await everyVersion();
  const files = await Promise.all(
    versions.map(async ({ Bucket, Key = '', VersionId, Size }) => {
      if (has(Key) || Key.includes(sub)) return [`${Bucket}/${Key}`];
      if (Size === undefined) return [];
      const { Body } = await s3().send(new GetObjectCommand({ Bucket, Key, VersionId }));
      return has((await Body?.transformToString('latin1')) ?? '') ? [`in ${Bucket}/${Key}`] : [];
    }),
  );
  const UserPoolId = cloud().outputs['Matricula-dev/Data/Applicants/Pool/Resource'];
  const { Users = [] } = await new CognitoIdentityProviderClient(clientSettings(cloud())).send(
    new ListUsersCommand({ UserPoolId }),
  );
  const users = Users.filter((user) => has(JSON.stringify(user)) || JSON.stringify(user).includes(sub));
  const log = readFileSync(join(cloud().data, 'logs', 'functions.jsonl'), 'utf8');
  return [
    ...inTables.map(({ pk, sk }) => `${pk} ${sk}`),
    ...files.flat(),
    ...users.map(() => 'the user pool'),
    ...(has(log) ? ['the log of the functions'] : []),
  ];
}

const byTheClock = () => afterPauses(cloud());

/**
 * Lets the settling time of every erasure be over, and runs the clock: once to end them, and once to mail it.
 */
async function settle(sub: string): Promise<void> {
  await setInItems(cloud(), sub, { attribute: 'settled', value: 1 });
  await byTheClock();
  await byTheClock();
}

const mailsOfEnd = (username: string) =>
  cloud()
    .mail(username)
    .filter(({ subject }) => subject === 'Northern Lakes University: your application was deleted');

const erase = (user: string) => runRetention(cloud(), { command: 'erase', user });
const eventsOf = async (user?: string) => (await auditLogOf(cloud(), user)).map(({ event }) => event);

const runErase = (...args: string[]) =>
  promisify(execFile)(process.execPath, [
    ...[join(import.meta.dirname, '../../scripts/main.ts'), 'privacy', 'delete', ...args],
    ...['--data', cloud().data, '--port', String(cloud().port)],
  ]).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stderr }) => ({ code: Number(code), said: String(stderr) }),
  );

describe('erasing an applicant', () => {
  it('leaves their name in no store, and a audit log without it that says they were erased', async () => {
    const { name, username, client, sub } = await plant();
    expect(await traces([name], sub)).not.toEqual([]);
    expect(await erase(username.toUpperCase())).toMatchObject({ state: 'settling' });
    expect((await client.call('GET', '/api/profile')).status).toBe(401);
    const left = await traces([name], sub);
    expect([...left].sort()).toEqual([`APP#${sub} META`, `ERASURE#${sub.slice(0, 1)} ${sub}`]);
    expect(await erase(username)).toMatchObject({ state: 'settling' });
    await settle(sub);
    expect(await traces([name], sub)).toEqual([]);
    const auditLog = await auditEvents(sub);
    expect(JSON.stringify(auditLog)).not.toMatch(/zebulonia/i);
    expect(auditLog.at(-1)).toMatchObject({ event: 'erased', keys: ['operator'], by: operatorArn });
    expect(await eventsOf(username)).toContain('erased');
    const [tombstone] = (await auditLogOf(cloud())).filter(({ names }) => names.includes(sub));
    expect(tombstone).toMatchObject({ event: 'erased', names: [sub, 'operator'], by: operatorArn });
    expect(await erase(username)).toEqual({ refused: 'No applicant has this email address.' });
  });

  it('goes on after a failure at each of its calls, and says until then that it is not finished', async () => {
    const { name, username, sub } = await plant();
    const isOurs: Fault['matches'] = ({ headers, url }) =>
      (headers.authorization ?? '').startsWith('AWS4') &&
      !url.pathname.startsWith('/2015-03-31/') &&
      headers[commandHeader] === undefined;
    let failures = 0;
    for (let failing = 0; ; failing += 1) {
      let call = -1;
      const restore = cloud().injectFault({
        matches: (request) => {
          if (!isOurs(request)) return false;
          call += 1;
          return call === failing;
        },
        effect: { errorName: 'ValidationException' },
      });
      const reply = await erase(username);
      restore();
      if (call < failing) {
        expect(reply.state).toBe('settling');
        break;
      }
      expect(reply).toMatchObject({ state: 'failed', at: expect.any(String) });
      expect((await auditEvents(sub)).filter(({ event }) => event === 'erased')).toEqual([]);
      failures += 1;
    }
    expect(failures).toBeGreaterThan(30);
    await settle(sub);
    expect(await traces([name], sub)).toEqual([]);
  });

  it('also erases a submitted application with its receipt, its package and what was sent for its checklist', async () => {
    const name = newName();
    const username = `${name.toLowerCase()}@example.org`;
    const client = await person(cloud(), username);
    await client.call('PUT', '/api/answer', { answer: { ...completeAnswers, first_name: name } });
    for (const [key, file] of [[document, `${name}.pdf`]] as const) {
      await upload(client, key, file, await pdf({ texts: [name] }));
      await conversionEnded(client, conversionOf(key));
    }
    const restore = cloud().injectFault({
      matches: ({ url }) => url.pathname === '/v2/email/outbound-emails',
      effect: { errorName: 'SendingPausedException' },
    });
    const submitted = await client.call('POST', '/api/submit');
    restore();
    expect(submitted.status).toBe(200);
    for (const file of ['first', 'second']) {
      await upload(client, 'checklist-transcript', `${name}-${file}.pdf`, await pdf({ texts: [name] }));
      await conversionEnded(client, conversionOf('checklist-transcript'));
    }
    const sub = await subOf(username);
    await cloud().quiet();
    const before = await traces([name], sub);
    expect(before.filter((trace) => trace.includes('/checklist-transcript/'))).toHaveLength(4);
    expect(before).toContain(`OUTBOX#mail receipt#${sub}`);
    expect(before).toContain(`PACKAGE#${sub} PACKAGE`);
    expect(before.filter((trace) => trace.includes('/packages/'))).not.toEqual([]);
    const { out } = await runHere(cloud(), 'privacy', 'delete', '--user', username, '--yes');
    const [, gone = ''] = /nightly exports .* the last of them is gone on (\S+)\. /.exec(out) ?? [];
    // 14 days, rounded up to midnight, and a day as an old version, rounded up to midnight.
    expect(Math.round((Date.parse(gone) - Date.now()) / 86_400_000)).toBeOneOf([16, 17]);
    await settle(sub);
    expect(await traces([name], sub)).toEqual([]);
    // The university's systems learn from it which copy to delete.
    const confirmation = String(submitted.body.confirmation);
    const listed = expect.stringMatching(new RegExp(`^LIST#erased#\\S+ \\S+Z#${confirmation}$`));
    expect(await traces([confirmation], sub)).toEqual([listed]);
  });

  it('also erases a package whose delivery was under way', async () => {
    const name = newName();
    const username = `${name.toLowerCase()}@example.org`;
    const client = await person(cloud(), username);
    await client.call('PUT', '/api/answer', { answer: { ...completeAnswers, first_name: name } });
    const isWriting = Promise.withResolvers<void>();
    const goOn = cloud().injectFault({
      matches: ({ method, url }) => {
        const matches = method === 'PUT' && url.pathname.endsWith('/application.json');
        if (matches) isWriting.resolve();
        return matches;
      },
      effect: 'held',
    });
    expect((await client.call('POST', '/api/submit')).status).toBe(200);
    const sub = await subOf(username);
    await isWriting.promise;
    expect(await erase(username)).toMatchObject({ state: 'settling' });
    goOn();
    await cloud().quiet();
    expect(await traces([name], sub)).not.toEqual([]);
    await settle(sub); // finds it, and waits once more
    await settle(sub);
    expect(await traces([name], sub)).toEqual([]);
  });

  it('lets the same address sign up again immediately, and leaves the new account alone', async () => {
    const username = newAddress();
    await person(cloud(), username);
    const sub = await subOf(username);
    await erase(username);
    const again = await person(cloud(), username);
    await again.call('PUT', '/api/answer', { answer: { first_name: 'Somebody Else' } });
    await settle(sub);
    const { body } = await again.call('GET', '/api/profile');
    expect(body.answer).toEqual({ first_name: 'Somebody Else' });
  });
});

describe('the mail about an erasure by the office', () => {
  it('comes once, when everything is erased and not before, and says what was deleted and what remains', async () => {
    const username = newAddress();
    await person(cloud(), username);
    const sub = await subOf(username);
    expect(await erase(username)).toMatchObject({ state: 'settling', isMailed: true });
    expect(await erase(username)).toMatchObject({ state: 'settling', isMailed: true });
    await byTheClock();
    await byTheClock();
    expect(mailsOfEnd(username)).toEqual([]);
    await settle(sub);
    await byTheClock();
    const [mail, ...others] = mailsOfEnd(username);
    expect(others).toEqual([]);
    expect(mail?.text).toContain(
      'deleted your application and your account at Northern Lakes University: all your answers, all your files',
    );
    expect(mail?.text).toContain('a record that this happened (no name, no address, no answers)');
    expect(await traces([username], sub)).toEqual([]);
  });

  it('waits while mail is down, also when the address signs up again and is deleted again', async () => {
    const username = newAddress();
    await person(cloud(), username);
    const sub = await subOf(username);
    await erase(username);
    const restore = cloud().injectFault({
      matches: ({ url }) => url.pathname === '/v2/email/outbound-emails',
      effect: { errorName: 'SendingPausedException' },
    });
    await settle(sub);
    restore();
    expect(mailsOfEnd(username)).toEqual([]);
    await person(cloud(), username);
    expect(await runRetention(cloud(), { command: 'erase', user: username, no_mail: true })).toMatchObject({
      isMailed: false,
    });
    await byTheClock();
    expect(mailsOfEnd(username)).toHaveLength(1);
  });

  it('is not sent with --no-mail, which the command says', async () => {
    const username = newAddress();
    await person(cloud(), username);
    const args = ['privacy', 'delete', '--user', username, '--yes', '--no-mail'];
    const { code, out } = await runHere(cloud(), ...args);
    expect([code, out]).toEqual([0, expect.stringContaining(`${username} gets no email about it.`)]);
    expect(out).not.toContain('nightly exports'); // the application was not submitted
    const settled = { attribute: 'settled', value: 1 };
    for (const { sk } of (await allItems()).filter(({ pk }) => String(pk).startsWith('ERASURE#')))
      await setInItems(cloud(), String(sk), settled);
    await byTheClock();
    await byTheClock();
    expect(mailsOfEnd(username)).toEqual([]);
  });
});

describe('npx matricula privacy delete', () => {
  it('deletes nothing without --yes, prints when it will finish, and exits with 1 until then', async () => {
    const username = newAddress();
    await person(cloud(), username);
    const sub = await subOf(username);
    expect(await runErase('--user', username)).toMatchObject({
      code: 1,
      said: expect.stringContaining('--yes is required'),
    });
    expect(await traces([username], sub)).not.toEqual([]);
    const restore = cloud().injectFault({
      matches: ({ url }) => url.searchParams.has('versions'),
      effect: { errorName: 'AccessDenied' },
    });
    const failed = await runErase('--user', username, '--yes');
    restore();
    expect(failed).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^NOT finished: .*Uploaded files/),
    });
    const done = await runErase('--user', username, '--yes');
    expect(done).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^Erased all stored data .* looks again/),
    });
    expect(done.said).toContain(`Then ${username} gets an email that says so.`);
    await settle(sub);
    expect(await traces([username], sub)).toEqual([]);
    const again = await runErase('--user', username, '--yes');
    expect(again).toEqual({ code: 1, said: 'No applicant has this email address.\n' });
  });
});

describe('writes that were in flight when a deletion began', () => {
  it('does not come back: a conversion that was still running', async () => {
    const name = newName();
    const username = `${name.toLowerCase()}@example.org`;
    const client = await person(cloud(), username);
    const sub = await subOf(username);
    let isWriting = false;
    const goOn = cloud().injectFault({
      effect: 'held',
      matches: ({ method, url }) => {
        const matches = method === 'PUT' && url.pathname.includes('/documents/');
        isWriting ||= matches;
        return matches;
      },
    });
    await upload(client, document, `${name}.pdf`, await pdf({ texts: [name] }));
    await eventually(() => expect(isWriting).toBe(true));
    expect(await erase(username)).toMatchObject({ state: 'settling' });
    goOn();
    await cloud().quiet();
    await settle(sub); // finds what the converter wrote
    await settle(sub);
    expect(await traces([name], sub)).toEqual([]);
  });

  it('is refused: an answer of a session that was open', async () => {
    const name = newName();
    const username = `${name.toLowerCase()}@example.org`;
    const client = await person(cloud(), username);
    await client.call('PUT', '/api/answer', { answer: { first_name: 'Ada' } });
    const sub = await subOf(username);
    let isSaving = false;
    const goOn = cloud().injectFault({
      effect: 'held',
      matches: ({ body, headers }) => {
        const matches = (headers['x-amz-target'] ?? '').endsWith('TransactWriteItems') && body.includes(name);
        isSaving ||= matches;
        return matches;
      },
    });
    const saving = client.call('PUT', '/api/answer', { answer: { first_name: name } });
    await eventually(() => expect(isSaving).toBe(true));
    await erase(username);
    goOn();
    expect((await saving).status).toBe(401);
    await settle(sub);
    expect(await traces([name], sub)).toEqual([]);
  });

  it('is erased: a file that came by a link which had been issued before', async () => {
    const name = newName();
    const username = `${name.toLowerCase()}@example.org`;
    const client = await person(cloud(), username);
    const sub = await subOf(username);
    const { body } = await client.call('POST', '/api/presigned-url', { answer_key: document });
    await erase(username);
    const form = new FormData();
    for (const [key, value] of Object.entries(body.fields as Record<string, string>)) form.append(key, value);
    form.append('file', new Blob([name]), `${name}.pdf`);
    expect((await fetch(String(body.url), { method: 'POST', body: form })).ok).toBe(true);
    await cloud().quiet();
    await settle(sub); // finds the file
    await settle(sub);
    expect(await traces([name], sub)).toEqual([]);
  });
});
