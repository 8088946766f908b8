import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GetObjectCommand, ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { dataModel, storageError } from '../../shared/form/index.ts';
import { goodPassword, newAddress } from '../support/applicant.ts';
import { s3Of } from '../support/aws-clients.ts';
import { withCloud } from '../support/cloud.ts';
import { conversionEnded, postForm, uploadFormFor } from '../support/documents.ts';
import { application } from '../support/form.ts';
import { auditLogOf, operatorArn, staffTokenFor } from '../support/operator.ts';
import { afterPauses } from '../support/outbox.ts';
import { accountsIn, type Person, person } from '../support/person.ts';
import { runRetention } from '../support/retention.ts';
import { runHere } from '../support/run-here.ts';
import { pdf } from '../support/samples.ts';
import { setInItems, tableOf } from '../support/table.ts';

const cloud = withCloud({ isEmpty: true });
const document = 'transcript_document';

/** An applicant with a name that is nowhere else, so whatever has it belongs to the applicant. */
async function named(): Promise<{ readonly name: string; readonly client: Person }> {
  const name = `Zebulonia${crypto.randomUUID().slice(0, 8)}`;
  return { name, client: await person(cloud(), `${name.toLowerCase()}@example.org`) };
}

/** The name in every answer that can have it. */
const answersWith = (name: string) =>
  Object.fromEntries(
    [...dataModel(application)].flatMap(([key, field]) =>
      storageError(field, name) === undefined ? [[key, name]] : [],
    ),
  );

/** An applicant whose name is in everything that a draft can have. */
async function planted() {
  const { name, client } = await named();
  expect((await client.save(answersWith(name))).status).toBe(200);
  await client.call('PUT', '/api/last-page', { last_page: '/about' });
  await client.post('/api/web-status', { web_status: 'started' });
  await client.post('/api/validations', { validations: { first_name: [`${name} is too long`] } });
  await client.upload(document, `${name}.pdf`, await pdf({ texts: [name] }));
  await client.upload('activities_document', `${name}-essay.pdf`, Buffer.from(`no PDF by ${name}`));
  await conversionEnded(client, '/api/pdf');
  await staffTokenFor(cloud(), client);
  const address = { username: `new.${client.username}`, current_password: goodPassword };
  expect((await client.post('/api/account/address', address)).status).toBe(200);
  return { name, client };
}

const itemsOf = async (...of: Parameters<typeof tableOf>) => {
  const { documents, TableName } = tableOf(...of);
  return (await documents.send(new ScanCommand({ TableName }))).Items ?? [];
};

/** Each version of a file of applicants, with its content. The list of users is written once a day. */
async function filesOfApplicants(): Promise<readonly (readonly [key: string, content: string])[]> {
  const s3 = s3Of(cloud());
  const buckets = ['Uploads', 'Documents', 'Packages', 'UserExports'].map(async (id) => {
    const Bucket = cloud().outputs[`Matricula-dev/Data/${id}/Resource`] ?? '';
    const { Versions = [], DeleteMarkers = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket }));
    const contents = Versions.map(async ({ Key = '', VersionId }) => {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key, VersionId }));
      return [`${Bucket}/${Key}`, (await Body?.transformToString('latin1')) ?? ''] as const;
    });
    return [
      ...(await Promise.all(contents)),
      ...DeleteMarkers.map(({ Key = '' }) => [`${Bucket}/${Key}`, ''] as const),
    ];
  });
  return (await Promise.all(buckets)).flat();
}

/** Places that still have the text or anything of this applicant. Mails are in mailboxes, not stored. */
async function traces(text: string, { sub }: Person): Promise<readonly string[]> {
  const has = (one: string) => one.toLowerCase().includes(text.toLowerCase());
  const items = [
    ...(await itemsOf(cloud())).filter(
      (item) => JSON.stringify(item).includes(sub) || has(JSON.stringify(item)),
    ),
    ...(await itemsOf(cloud(), 'AuditLog')).filter((item) => has(JSON.stringify(item))),
  ];
  const files = (await filesOfApplicants()).filter(
    ([key, content]) => key.includes(sub) || has(key) || has(content),
  );
  const log = readFileSync(join(cloud().data, 'logs', 'functions.jsonl'), 'utf8');
  return [
    ...items.map(({ pk, sk }) => `${pk} ${sk}`),
    ...files.map(([key]) => key),
    ...([...(await accountsIn(cloud()))].some(has) ? ['the user pool'] : []),
    ...(has(log) ? ['the log of the functions'] : []),
  ];
}

const erase = (user: string) => runRetention(cloud(), { command: 'erase', user });

/** Ends the settling time of a deletion and runs the schedule: once to end it, and once to mail it. */
async function settle({ sub }: Person): Promise<void> {
  await setInItems(cloud(), sub, { attribute: 'settled', value: 1 });
  await afterPauses(cloud());
  await afterPauses(cloud());
}

const mailsOfEnd = (client: Person) =>
  client.mails('Northern Lakes University: your application was deleted');

describe('erasing an applicant', () => {
  it('leaves their name in no store, and an audit log without it that says they were erased', async () => {
    const { name, client } = await planted();
    const { username, sub } = client;
    expect(await traces(name, client)).not.toEqual([]);
    expect(await erase(username.toUpperCase())).toMatchObject({ state: 'settling' });
    expect(await client.isLoggedIn()).toBe(false);
    const left = await traces(name, client);
    expect([...left].sort()).toEqual([`APP#${sub} META`, `ERASURE#${sub.slice(0, 1)} ${sub}`]);
    expect(await erase(username)).toMatchObject({ state: 'settling' });
    await settle(client);
    expect(await traces(name, client)).toEqual([]);
    const auditLog = (await itemsOf(cloud(), 'AuditLog')).filter(({ pk }) => pk === sub);
    expect(auditLog.at(-1)).toMatchObject({ event: 'erased', keys: ['operator'], by: operatorArn });
    expect(await client.events()).toContain('erased');
    const [record] = (await auditLogOf(cloud())).filter(({ names }) => names.includes(sub));
    expect(record).toMatchObject({ event: 'erased', names: [sub, 'operator'], by: operatorArn });
    expect(await erase(username)).toEqual({ refused: 'No applicant has this email address.' });
  });

  it('also erases a submitted application with its receipt, its package and what was sent for its checklist', async () => {
    const { name, client } = await named();
    await client.upload(document, `${name}.pdf`, await pdf({ texts: [name] }));
    const restore = cloud().injectFault({
      matches: ({ url }) => url.pathname === '/v2/email/outbound-emails',
      effect: { errorName: 'SendingPausedException' },
    });
    const { confirmation } = await client.submit({ first_name: name });
    restore();
    for (const file of ['first', 'second'])
      await client.upload('checklist-transcript', `${name}-${file}.pdf`, await pdf({ texts: [name] }));
    await cloud().quiet();
    const before = await traces(name, client);
    expect(before.filter((trace) => trace.includes('/checklist-transcript/'))).toHaveLength(4);
    expect(before).toContain(`OUTBOX#mail receipt#${client.sub}`);
    expect(before).toContain(`PACKAGE#${client.sub} PACKAGE`);
    const { out } = await runHere(cloud(), 'privacy', 'delete', '--user', client.username, '--yes');
    const [, gone = ''] = /nightly exports .* the last of them is gone on (\S+)\. /.exec(out) ?? [];
    // 14 days, rounded up to midnight, and a day as an old version, rounded up to midnight.
    expect(Math.round((Date.parse(gone) - Date.now()) / 86_400_000)).toBeOneOf([16, 17]);
    await settle(client);
    expect(await traces(name, client)).toEqual([]);
    // The university's systems learn from it which copy to delete.
    const listed = expect.stringMatching(new RegExp(`^LIST#erased#\\S+ \\S+Z#${confirmation}$`));
    expect(await traces(confirmation, client)).toEqual([listed]);
  });

  it('lets the same address sign up again immediately, and leaves the new account alone', async () => {
    const before = await person(cloud());
    await erase(before.username);
    const again = await person(cloud(), before.username);
    await again.save({ first_name: 'Somebody Else' });
    await settle(before);
    expect((await again.get('/api/profile')).body.answer).toEqual({ first_name: 'Somebody Else' });
  });

  it('erases a file that came by a link which had been issued before', async () => {
    const { name, client } = await named();
    const form = await uploadFormFor(client, document);
    await erase(client.username);
    await postForm(form, Buffer.from(name));
    await cloud().quiet();
    await settle(client); // finds the file, and waits once more
    await settle(client);
    expect(await traces(name, client)).toEqual([]);
  });
});

describe('the mail about an erasure by the office', () => {
  it('comes once, when everything is erased and not before, and says what was deleted and what remains', async () => {
    const client = await person(cloud());
    for (const _ of [1, 2])
      expect(await erase(client.username)).toMatchObject({ state: 'settling', isMailed: true });
    await afterPauses(cloud());
    await afterPauses(cloud());
    expect(mailsOfEnd(client)).toEqual([]);
    await settle(client);
    await afterPauses(cloud());
    const [mail, ...others] = mailsOfEnd(client);
    expect(others).toEqual([]);
    expect(mail?.text).toContain(
      'deleted your application and your account at Northern Lakes University: all your answers, all your files',
    );
    expect(mail?.text).toContain('a record that this happened (no name, no address, no answers)');
    expect(await traces(client.username, client)).toEqual([]);
  });

  it('is not sent with --no-mail, which the command says', async () => {
    const client = await person(cloud());
    const args = ['privacy', 'delete', '--user', client.username, '--yes', '--no-mail'];
    const { code, out } = await runHere(cloud(), ...args);
    expect([code, out]).toEqual([0, expect.stringContaining(`${client.username} gets no email about it.`)]);
    expect(out).not.toContain('nightly exports'); // the application was not submitted
    await settle(client);
    expect(mailsOfEnd(client)).toEqual([]);
  });
});

it('npx matricula privacy delete: deletes nothing without --yes, prints when it will finish, and fails until then', async () => {
  const username = newAddress();
  const client = await person(cloud(), username);
  const run = (...args: string[]) => runHere(cloud(), 'privacy', 'delete', '--user', username, ...args);
  expect(await run()).toMatchObject({ code: 1, error: expect.stringContaining('--yes is required') });
  expect(await client.isLoggedIn()).toBe(true);
  const restore = cloud().injectFault({
    matches: ({ url }) => url.searchParams.has('versions'),
    effect: { errorName: 'AccessDenied' },
  });
  const failed = await run('--yes');
  restore();
  expect(failed).toMatchObject({ code: 1, error: expect.stringMatching(/^NOT finished: .*Uploaded files/) });
  expect(await client.events()).not.toContain('erased');
  const { code, out } = await run('--yes');
  expect([code, out]).toEqual([0, expect.stringMatching(/^Erased all stored data .* looks again/)]);
  expect(out).toContain(`Then ${username} gets an email that says so.`);
  await settle(client);
  expect(await run('--yes')).toMatchObject({ code: 1, error: 'No applicant has this email address.\n' });
});
