import { existsSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { DeleteObjectCommand, ListObjectVersionsCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { StartFileTransferCommand, TransferClient } from '@aws-sdk/client-transfer';
import { parse } from 'csv-parse/sync';
import { describe, expect, it, test } from 'vitest';
import { extractEntry, readZip } from '../../lambdas/conversion/zip.ts';
import type { Request, RoleStatement } from '../../scripts/local-cloud/index.ts';
import { clientSettings, s3Of } from '../support/aws-clients.ts';
import { watchEvents } from '../support/bus-events.ts';
import { eraseToTheEnd, lookErasedAt } from '../support/erased.ts';
import { eventually } from '../support/eventually.ts';
import { runOperatorCommand } from '../support/operator.ts';
import { packagesBucket, packageVersions, readPackaged } from '../support/packages.ts';
import {
  bucketPrefix,
  oddFolder,
  setState,
  slateFolder,
  stateOf,
  usualFolder,
  withPushes,
} from '../support/pushes.ts';
import { runRetention } from '../support/retention.ts';
import { runHere } from '../support/run-here.ts';
import { type SubmittedApplication, submitted } from '../support/submitted.ts';
import { lookChangedAgo, submittedAgo } from '../support/submitted-ago.ts';
import { setInItems } from '../support/table.ts';

const running = withPushes();
const cloud = () => running().cloud;
const sftp = () => running().sftp;

const zipOf = ({ confirmation }: SubmittedApplication, delivery = 'sis') => `${delivery}-${confirmation}.zip`;
const pathOf = (name: string, folder = usualFolder) => join(sftp().root, folder, name);
const receivedIn = (folder = usualFolder) => readdirSync(join(sftp().root, folder)).sort();

/** Waits until a file has arrived under its final name. */
const arrived = (name: string, folder = usualFolder) =>
  eventually(async () => {
    const files = receivedIn(folder);
    const state = JSON.stringify(await stateOf(cloud(), 'sis'));
    expect(files, state).toContain(name);
  });

/** Runs the schedules of a minute in which only the every-minute schedules are due. */
const aMinuteLater = async () => {
  await cloud().runSchedules(new Date('2027-01-15T10:06:00Z'));
  await cloud().quiet();
};

/** Skips the pause after a failed try, or the time in which an event is expected. */
async function afterThePause(delivery: string) {
  await setState(cloud(), delivery, 'next_at', 0);
  await aMinuteLater();
}

/** Runs a push as at its next scheduled time. */
async function nextMark(delivery: string) {
  await setState(cloud(), delivery, 'mark', '2026-11-01T00:00:00.000Z');
  await aMinuteLater();
}

/** The next files of a push begin `seconds` ago, without earlier changes. */
function startAgo(delivery: string, seconds: number) {
  const ago = (each: number) => new Date(Date.now() - each * 1000).toISOString();
  const cursors = { submitted: ago(seconds), changed: ago(125), erased: ago(seconds) };
  return setState(cloud(), delivery, 'cursors', cursors);
}

const reasonOf = async (delivery = 'sis') => (await stateOf(cloud(), delivery)).reason;

/** Submits, and waits until the first try of the push has ended. */
async function submittedWithFailure(): Promise<SubmittedApplication> {
  const application = await submitted(cloud());
  await eventually(async () => expect(await reasonOf()).toBeDefined());
  await cloud().quiet();
  return application;
}

const calls = (operation: string): string[] => {
  const found: string[] = [];
  cloud().injectFault({
    matches: ({ headers, body }: Request) => {
      if (headers['x-amz-target'] === `TransferService.${operation}`) found.push(body.toString());
      return false;
    },
    effect: 'held',
  });
  return found;
};

it('a push of packages by SFTP puts a ZIP file with the bytes of the package into the folder within a minute, once', async () => {
  const transfers = calls('StartFileTransfer');
  const events = watchEvents(cloud());
  await aMinuteLater(); // the first run remembers the hour of the other push
  const began = Date.now();
  const application = await submitted(cloud());
  const { confirmation, sub } = application;
  await arrived(zipOf(application));
  expect(Date.now() - began).toBeLessThan(60_000);
  await cloud().quiet();
  const zip = readFileSync(pathOf(zipOf(application)));
  const entries = readZip(zip);
  expect(entries.map(({ name }) => name)).toEqual(['application.json', 'application.pdf']);
  for (const entry of entries) {
    const original = await readPackaged(cloud(), `packages/${confirmation}/${entry.name}`);
    expect(Buffer.from(extractEntry(entry)).equals(original)).toBe(true);
  }
  expect(receivedIn()).toEqual([zipOf(application)]);
  expect((await stateOf(cloud(), 'sis')).batch).toBeUndefined();
  const objects = await packageVersions(cloud(), 'outgoing/sis/');
  expect(objects.length).toBeGreaterThan(0); // deleted: a version and its delete marker
  expect(objects.length % 2).toBe(0);

  rmSync(pathOf(zipOf(application))); // the receiver has imported it
  await Promise.all([aMinuteLater(), aMinuteLater()]);
  await aMinuteLater();
  expect(transfers.filter((body) => body.includes(confirmation))).toHaveLength(1);
  expect(receivedIn()).toEqual([]);

  // Another push writes a second file into the same folder, at its hour.
  await nextMark('archive');
  expect(receivedIn()).toEqual([]); // queued after the hour
  await setInItems(cloud(), `${sub}#archive`, { attribute: 'queued_at', value: '2026-11-01T12:00:00.000Z' });
  await nextMark('archive');
  await arrived(zipOf(application, 'archive'));
  expect(readFileSync(pathOf(zipOf(application, 'archive'))).length).toBe(zip.length);

  // The push to an event bus sends the event once to the bus with this ARN.
  const sent = events
    .flatMap((body) => JSON.parse(body).Entries)
    .filter(({ EventBusName }) => /^arn:/.test(EventBusName));
  expect(sent.map(({ Detail }) => JSON.parse(Detail))).toEqual([
    expect.objectContaining({
      ...{ confirmation, package: { bucket: packagesBucket(cloud()), folder: `packages/${confirmation}/` } },
    }),
  ]);
});

interface Broken {
  readonly what: string;
  /** Breaks the receiver for a file; the returned function repairs it. */
  readonly breakIt: () => Promise<() => Promise<void> | void>;
  readonly reason: RegExp;
}

/** Replaces the receiver's folder by a link to one in which the system lets no user create files. */
function denyFolder() {
  const folder = join(sftp().root, usualFolder);
  renameSync(folder, `${folder}-away`);
  symlinkSync('/sys/kernel', folder);
  return () => {
    rmSync(folder);
    renameSync(`${folder}-away`, folder);
  };
}

const broken: readonly Broken[] = [
  {
    what: 'shows another host key',
    breakIt: () => sftp().changeHostKey(),
    reason: /^HOST_KEY_MISMATCH: .*not a trusted host key/,
  },
  {
    what: 'denies writing into the folder',
    breakIt: async () => denyFolder(),
    reason: /Permission denied/,
  },
  {
    what: 'loses the connection in the middle of a file',
    breakIt: async () => sftp().cutAfter(20_000),
    reason: /^SFTP_ERROR: /,
  },
];

describe('a receiver that', () => {
  it.each(broken)('$what gets the file exactly once after it is repaired', async ({ breakIt, reason }) => {
    const repair = await breakIt();
    const application = await submittedWithFailure();
    expect(await reasonOf()).toMatch(reason);
    await afterThePause('sis');
    expect(await stateOf(cloud(), 'sis')).toMatchObject({ tries: 2 });
    await repair();
    expect(receivedIn()).not.toContain(zipOf(application));
    await afterThePause('sis');
    await arrived(zipOf(application));
    await cloud().quiet();
    const entries = readZip(readFileSync(pathOf(zipOf(application))));
    expect(entries.map(({ name }) => name)).toContain('application.pdf');
    expect(receivedIn().filter((name) => name.endsWith('.part'))).toEqual([]);
    expect(await reasonOf()).toBeUndefined();
  });

  it('has a full disk keeps no file of the final name, and gets it after room was made', async () => {
    const restart = await sftp().stop();
    const application = await submittedWithFailure();
    const part = pathOf(`${zipOf(application)}.part`);
    symlinkSync('/dev/full', part);
    await restart();
    await afterThePause('sis');
    expect(await reasonOf()).toMatch(/^SFTP_ERROR: .*the server stored 0 of \d+ bytes/);
    expect(receivedIn()).not.toContain(zipOf(application));
    rmSync(part);
    await afterThePause('sis');
    await arrived(zipOf(application));
  });

  it('is down until the last try is failed, alarmed, listed and redriven, and nothing is lost', async () => {
    const restart = await sftp().stop();
    const first = await submittedWithFailure();
    for (let tries = 2; tries <= 10; tries += 1) {
      await setState(cloud(), 'sis', 'tries', tries - 1);
      await afterThePause('sis');
    }
    const state = await stateOf(cloud(), 'sis');
    expect(state).toMatchObject({ tries: 10, failed_at: expect.any(String) });
    const later = await submitted(cloud());
    await restart();
    await afterThePause('sis'); // no more tries
    expect(receivedIn()).not.toContain(zipOf(first));
    const alarm = cloud()
      .alarms()
      .find(({ name }) => name.includes('DeliveriesFail'));
    expect(alarm).toMatchObject({ state: 'ALARM' });
    const listed = await runHere(cloud(), 'ops', 'redrive', '--list');
    expect(listed.out).toMatch(/^sis {2}1 file {2}failed after 10 tries: .*ECONNREFUSED/m);
    const redriven = await runHere(cloud(), 'ops', 'redrive');
    expect(redriven.out).toContain('Restarted 1 delivery to a system of the university.');
    await aMinuteLater();
    for (const each of [first, later]) await arrived(zipOf(each));
  });
});

it('a push leaves out applicants who were deleted while the first try of their batch, or one before it, failed', async () => {
  const restart = await sftp().stop();
  const deleted = [await submittedWithFailure(), await submitted(cloud())];
  await cloud().quiet();
  for (const { username } of deleted) await runRetention(cloud(), { command: 'erase', user: username });
  await restart();
  const other = await submitted(cloud());
  await afterThePause('sis');
  await arrived(zipOf(other));
  await cloud().quiet();
  for (const each of deleted) expect(receivedIn()).not.toContain(zipOf(each));
});

it('a partly sent batch leaves out applicants who were deleted since', async () => {
  const restart = await sftp().stop();
  const sent = await submittedWithFailure();
  const deleted = await submitted(cloud());
  await cloud().quiet();
  await afterThePause('sis'); // makes the batch again, with both
  const batch = (await stateOf(cloud(), 'sis')).batch as { readonly files: readonly { name: string }[] };
  expect(batch.files.map(({ name }) => name)).toEqual([zipOf(sent), zipOf(deleted)]);
  const files = batch.files.map((file) => (file.name === zipOf(sent) ? { ...file, state: 'done' } : file));
  await setState(cloud(), 'sis', 'batch', { ...batch, files });
  await runRetention(cloud(), { command: 'erase', user: deleted.username });
  await restart();
  await afterThePause('sis');
  await eventually(async () => expect((await stateOf(cloud(), 'sis')).batch).toBeUndefined());
  expect(receivedIn().filter((name) => name.startsWith(zipOf(deleted)))).toEqual([]);
});

it('a batch that could not be sent until its files were deleted is made again', async () => {
  const restart = await sftp().stop();
  const application = await submittedWithFailure();
  const { batch } = await stateOf(cloud(), 'sis');
  const before = new Date(Date.now() - 15 * 86_400_000).toISOString();
  await setState(cloud(), 'sis', 'batch', { ...(batch as object), begun_at: before });
  for (const Key of await keysIn('outgoing/sis/'))
    await s3Of(cloud()).send(new DeleteObjectCommand({ Bucket: packagesBucket(cloud()), Key }));
  await restart();
  await afterThePause('sis');
  await arrived(zipOf(application));
});

const target =
  (name: string) =>
  ({ headers, body }: Request) =>
    headers['x-amz-target'] === name &&
    (name.startsWith('Transfer') || /DELIVERY#state.*"sis"/s.test(body.toString()));
const object = (method: string, folder: string) => (request: Request) =>
  request.method === method && request.url.pathname.includes(`/${folder}`);

/** The calls of one push in order, as its function makes them. */
const steps: readonly { readonly step: string; readonly matches: (request: Request) => boolean }[] = [
  { step: 'reading the package', matches: object('GET', 'packages/NLU-') },
  { step: 'writing the ZIP file', matches: object('POST', 'outgoing/sis/') },
  { step: 'starting the transfer', matches: target('TransferService.StartFileTransfer') },
  { step: 'starting the rename', matches: target('TransferService.StartRemoteMove') },
  { step: 'storing the state', matches: target('DynamoDB_20120810.PutItem') },
  { step: 'ending the batch', matches: target('DynamoDB_20120810.TransactWriteItems') },
];

describe('a push that breaks', () => {
  it.each(steps)('while $step is finished by a later run, and sends the file once', async ({ matches }) => {
    const restore = cloud().injectFault({ matches, effect: { errorName: 'AccessDeniedException' } });
    const application = await submitted(cloud());
    const { confirmation } = application;
    await eventually(async () =>
      expect(await packageVersions(cloud(), `packages/${confirmation}/`)).not.toEqual([]),
    );
    await aMinuteLater();
    restore();
    const transfers = calls('StartRemoteMove');
    await aMinuteLater();
    await eventually(async () => {
      await afterThePause('sis');
      expect((await stateOf(cloud(), 'sis')).batch).toBeUndefined();
      expect(receivedIn()).toContain(zipOf(application));
    });
    expect(readZip(readFileSync(pathOf(zipOf(application)))).length).toBeGreaterThan(1);
    rmSync(pathOf(zipOf(application)));
    await afterThePause('sis');
    expect(receivedIn()).not.toContain(zipOf(application));
    expect(transfers.filter((body) => body.includes(confirmation)).length).toBeLessThan(2);
  });
});

describe('a lost event', () => {
  /** The next event after a call does not reach the function. */
  function loseTheEventAfter(operation: string) {
    const stop = cloud().injectFault({
      matches: ({ headers }) => {
        if (headers['x-amz-target'] !== `TransferService.${operation}`) return false;
        stop();
        cloud().failCalls({ function: /SendFiles/, errorName: 'ServiceException', calls: 1 });
        return false;
      },
      effect: 'held',
    });
  }

  it('about a sent file is repaired by the run of the next minute', async () => {
    const transfers = calls('StartFileTransfer');
    loseTheEventAfter('StartFileTransfer');
    const application = await submitted(cloud());
    await eventually(() => expect(receivedIn()).toContain(`${zipOf(application)}.part`));
    await cloud().quiet();
    expect(receivedIn()).not.toContain(zipOf(application));
    await afterThePause('sis');
    await arrived(zipOf(application));
    expect(transfers.filter((body) => body.includes(application.confirmation))).toHaveLength(1);
  });

  it('about a renamed file is repaired by a list of the folder, and the file is not sent again', async () => {
    const moves = calls('StartRemoteMove');
    const transfers = calls('StartFileTransfer');
    const lists = calls('StartDirectoryListing');
    loseTheEventAfter('StartRemoteMove');
    const application = await submitted(cloud());
    await arrived(zipOf(application));
    await cloud().quiet();
    expect((await stateOf(cloud(), 'sis')).batch).toBeDefined();
    rmSync(pathOf(zipOf(application))); // the receiver has imported it
    await afterThePause('sis');
    await eventually(async () => expect((await stateOf(cloud(), 'sis')).batch).toBeUndefined());
    expect(lists).toHaveLength(1);
    for (const each of [moves, transfers])
      expect(each.filter((body) => body.includes(application.confirmation))).toHaveLength(1);
    expect(existsSync(pathOf(zipOf(application)))).toBe(false);
  });

  it('about a renamed file is repaired by a second list if the first could not be made', async () => {
    const moves = calls('StartRemoteMove');
    loseTheEventAfter('StartRemoteMove');
    const application = await submitted(cloud());
    await arrived(zipOf(application));
    await cloud().quiet();
    const [statement] = cloud()
      .statements()
      .filter(({ role, statement: { Sid } }) => role.includes('/Sis/Access/') && Sid === 'WriteListing');
    const restore = cloud().withoutStatement(statement ?? expect.unreachable());
    // The event may come before the run has stored the id of the list: then the next minute finds no list.
    await eventually(async () => {
      await afterThePause('sis');
      expect(await reasonOf()).toMatch(/^ACCESS_DENIED: .*s3:PutObject|folder could not be listed/);
    });
    restore();
    await eventually(async () => {
      await afterThePause('sis');
      expect((await stateOf(cloud(), 'sis')).batch).toBeUndefined();
    });
    expect(moves.filter((body) => body.includes(application.confirmation))).toHaveLength(1);
  });
});

/** The keys of written objects, also of those that were deleted. */
async function keysIn(Prefix: string): Promise<readonly string[]> {
  const { Versions = [] } = await s3Of(cloud()).send(
    new ListObjectVersionsCommand({ Bucket: packagesBucket(cloud()), Prefix }),
  );
  return Versions.flatMap(({ Key }) => Key ?? []);
}

const rowsOf = (name: string, folder = oddFolder) =>
  parse<Record<string, string>>(readFileSync(pathOf(name, folder)), { columns: true, bom: true });

describe('a push of rows', () => {
  it('writes new and changed applications into a folder with a space and letters outside ASCII', async () => {
    const before = receivedIn(oddFolder);
    const arrivals = () => receivedIn(oddFolder).filter((name) => !before.includes(name));
    const one = await submittedAgo(cloud(), 600);
    await aMinuteLater();
    await startAgo('nightly', 660);
    await nextMark('nightly');
    await cloud().quiet();
    const [first = '', ...others] = arrivals();
    expect(others).toEqual([]);
    expect(first).toMatch(/^nightly-\d{8}T\d{6}Z\.csv$/);
    const ids = rowsOf(first).map(({ application_id }) => application_id);
    expect(ids).toContain(one.confirmation);
    expect(new Set(ids).size).toBe(ids.length);

    const late = await submittedAgo(cloud(), 130);
    await runOperatorCommand(cloud(), {
      command: 'receive-items',
      rows: [{ line: 1, applicant: one.confirmation, item: 'transcript', date: '2026-11-20' }],
      isTakingBack: false,
    });
    await lookChangedAgo(cloud(), one.confirmation, 130);
    await setState(cloud(), 'nightly', 'cursors', {
      submitted: late.at,
      changed: late.at.slice(0, 10),
      erased: late.at,
    });
    await nextMark('nightly');
    const files = arrivals().filter((name) => name !== first);
    expect(files).toHaveLength(2);
    const [rows = '', changes = ''] = files;
    expect(changes).toMatch(/^nightly-changes-/);
    expect(rowsOf(changes).map(({ application_id }) => application_id)).toEqual([one.confirmation]);
    const added = rowsOf(rows).map(({ application_id }) => application_id);
    expect(added).toContain(late.confirmation);
    expect(added).not.toContain(one.confirmation);
    await startAgo('nightly', 1);
    await nextMark('nightly'); // no empty file
    expect(arrivals()).toHaveLength(3);
  });
});

it('a push for Slate waits for a missing PDF and names it, then writes the rows and an archive with its index', async () => {
  const { confirmation } = await submittedAgo(cloud(), 600);
  await cloud().quiet();
  const Key = `packages/${confirmation}/application.pdf`;
  const place = { Bucket: packagesBucket(cloud()), Key };
  const Body = await readPackaged(cloud(), Key);
  await s3Of(cloud()).send(new DeleteObjectCommand(place));
  await aMinuteLater();
  await startAgo('slate', 660);
  await nextMark('slate');
  expect(await reasonOf('slate')).toContain(
    `application.pdf of ${confirmation} cannot be read: is its package delivered?`,
  );
  expect(receivedIn(slateFolder)).toEqual([]);
  await s3Of(cloud()).send(new PutObjectCommand({ ...place, Body }));
  await afterThePause('slate');
  await cloud().quiet();
  expect(await reasonOf('slate')).toBeUndefined();
  const [rows = '', archive = '', ...others] = receivedIn(slateFolder);
  expect(others).toEqual([]);
  expect(rows).toMatch(/^slate-\d{8}T\d{6}Z\.csv$/);
  expect(archive).toMatch(/^slate-dip-001-\d{8}T\d{6}Z\.zip$/);
  const files = new Map(
    readZip(readFileSync(pathOf(archive, slateFolder))).map((entry) => [entry.name, extractEntry(entry)]),
  );
  const pdf = `${confirmation}-application.pdf`;
  expect(files.get(pdf)).toEqual(Buffer.from(Body));
  const index = files.get('index.txt')?.toString() ?? '';
  for (const row of rowsOf(rows, slateFolder))
    expect(index).toContain(
      `"${row['Application Reference ID']}"\t"${row['Person Reference ID']}"\t"application"\t`,
    );
  expect(index).toContain(`"${pdf}"`);
});

it('a push to a bucket writes one object with all rows, and names a deleted application once', async () => {
  const { confirmation, email } = await submittedAgo(cloud(), 600);
  await aMinuteLater();
  await startAgo('lake', 660);
  await nextMark('lake');
  await nextMark('lake'); // no object without rows
  const keys = await keysIn(bucketPrefix);
  expect(keys).toEqual([expect.stringMatching(/^received\/lake-\d{8}T\d{6}Z\.jsonl$/)]);
  const read = async (key: string) => Buffer.from(await readPackaged(cloud(), key)).toString();
  const lines = (await read(keys[0] ?? '')).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).confirmation)).toContain(confirmation);

  await eraseToTheEnd(cloud(), email);
  await lookErasedAt(cloud(), confirmation, new Date(Date.now() - 300_000).toISOString());
  await startAgo('lake', 360);
  await nextMark('lake');
  await nextMark('lake');
  const erased = (await keysIn(bucketPrefix)).filter((key) => key.includes('-erased-'));
  const naming = (await Promise.all(erased.map(read))).filter((text) => text.includes(confirmation));
  expect(naming).toEqual([
    expect.stringMatching(
      new RegExp(`^application_id,erased_at,reason\r\n(.*\r\n)*${confirmation},.*,operator\r\n`),
    ),
  ]);
});

test('the connectors refuse what AWS refuses: too many files, an unknown connector, a role without permission', async () => {
  const client = new TransferClient(clientSettings(cloud()));
  const start = (ConnectorId: string, count: number) =>
    client.send(
      new StartFileTransferCommand({
        ConnectorId,
        SendFilePaths: Array.from({ length: count }, (_, place) => `/bucket/${place}`),
        RemoteDirectoryPath: usualFolder,
      }),
    );
  const known = cloud().outputs['Matricula-dev/Delivery/SendFiles/Sis/Connector'] ?? '';
  await expect(start(known, 11)).rejects.toMatchObject({ name: 'InvalidRequestException' });
  await expect(start(known, 0)).rejects.toMatchObject({ name: 'InvalidRequestException' });
  await expect(start('c-00000000000000000', 1)).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  const [access] = cloud()
    .statements()
    .filter(({ role, statement }) => role.includes('/Sis/Access/') && statement.Sid === 'ReadKey');
  const restore = cloud().withoutStatement(access ?? expect.unreachable());
  const application = await submittedWithFailure();
  expect(await reasonOf()).toMatch(/^ACCESS_DENIED: .*secretsmanager:GetSecretValue/);
  restore();
  await afterThePause('sis');
  await arrived(zipOf(application));
});

test('every permission of the function and of the connectors is needed by some push', () => {
  const isOfPushes = ({ role, statement: { Sid } }: RoleStatement) =>
    role.includes('/SendFiles/') && !role.includes('/Logging/') && Sid !== 'Trace';
  // Transfer Family asks for more than the local cloud: to list, and to read versions.
  const unneeded = ['FindFiles'];
  const needed = cloud().neededStatements().filter(isOfPushes);
  const all = cloud()
    .statements()
    .filter((each) => isOfPushes(each) && !unneeded.includes(each.statement.Sid ?? ''));
  // The connectors have equal roles.
  const titles = (statements: readonly RoleStatement[]) =>
    new Set(statements.map(({ role, statement: { Sid } }) => `${role.split('/').at(-2)}: ${Sid}`));
  expect(titles(needed)).toEqual(titles(all));
});
