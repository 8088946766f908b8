import { setTimeout as pause } from 'node:timers/promises';
import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { newAddress } from '../support/applicant.ts';
import { s3Of } from '../support/aws-clients.ts';
import { withCloud } from '../support/cloud.ts';
import { erasedItems, eraseToTheEnd, lookErasedAt } from '../support/erased.ts';
import { runOperatorCommand } from '../support/operator.ts';
import { packagesBucket } from '../support/packages.ts';
import { person } from '../support/person.ts';
import { runRetention } from '../support/retention.ts';
import {
  type EarlierSubmission,
  lookChangedAgo,
  lookSubmittedAgo,
  submittedAgo,
} from '../support/submitted-ago.ts';

const complaints: string[] = [];
const cloud = withCloud({
  log: (complaint) => void complaints.push(complaint),
  quotas: { eventRetrySeconds: [0, 0] },
});

const Bucket = () => packagesBucket(cloud());
const s3 = () => s3Of(cloud());

/** An export leaves out the last two minutes. */
const settlingSeconds = 121;
const night = () => cloud().runSchedules(new Date('2027-01-15T06:30:00Z'));

async function read(key: string): Promise<string> {
  const { Body } = await s3().send(new GetObjectCommand({ Bucket: Bucket(), Key: key }));
  return (await Body?.transformToString()) ?? '';
}

async function keysOfExports(): Promise<readonly string[]> {
  const list = new ListObjectsV2Command({ Bucket: Bucket(), Prefix: 'exports/' });
  return ((await s3().send(list)).Contents ?? []).map(({ Key = '' }) => Key);
}

const rowsOf = async (key: string): Promise<readonly Readonly<Record<string, string>>[]> =>
  parse(await read(key), { bom: true, columns: true, record_delimiter: '\r\n' });

/** The files that the university's system would have fetched so far: those of all finished nights. */
async function fetched() {
  const all = await keysOfExports();
  const folders = all
    .filter((key) => key.endsWith('/manifest.json'))
    .map((key) => key.slice(0, -'manifest.json'.length));
  const manifests = await Promise.all(
    folders.map(async (folder) => ({ folder, ...JSON.parse(await read(`${folder}manifest.json`)) })),
  );
  const files = manifests.flatMap(({ folder, files: names }) => names.map((name: string) => folder + name));
  const rows = (await Promise.all(files.map(rowsOf))).flat();
  return { manifests, ids: rows.map(({ application_id }) => application_id), rows };
}

/** Runs a night whose manifest cannot be written. */
async function failedNight() {
  const restore = cloud().injectFault({
    matches: ({ method, url }) => method === 'PUT' && url.pathname.endsWith('/manifest.json'),
    effect: { errorName: 'ServiceUnavailable' },
  });
  await night();
  await cloud().quiet();
  restore();
}

it('nightly export: has each application once, with an index of the PDFs, though a night failed and was repeated', async () => {
  const first = await submittedAgo(cloud(), 3600);
  await failedNight();
  expect((await fetched()).manifests).toEqual([]);
  expect(await keysOfExports()).not.toEqual([]);
  const second = await submittedAgo(cloud(), 600);
  // The next run finishes the failed export unchanged. The run after that exports newer applications.
  await night();
  await cloud().quiet();
  await night();
  await cloud().quiet();
  const { ids, manifests, rows } = await fetched();
  expect(ids.toSorted()).toEqual([first.confirmation, second.confirmation].toSorted());
  expect(rows.find(({ application_id }) => application_id === first.confirmation)).toMatchObject({
    account_email: first.email,
    submitted_at: first.at,
    first_name: 'Ada',
    transcript_received: '',
    missing_items: 'transcript test-scores',
  });
  const [{ folder, files }] = manifests;
  expect(folder).toMatch(/^exports\/\d{4}-\d\d-\d\d\/\d{9}\/$/);
  expect(files).toEqual([expect.stringMatching(/^applications-\d{8}T\d{9}Z-001\.csv$/)]);
  const index = await read(`${folder}index.csv`);
  const [, line = ''] = index.split('\r\n');
  const [id, pdf = ''] = line.split(',');
  expect(ids).toContain(id);
  expect((await read(pdf)).startsWith('%PDF-')).toBe(true);
});

it('nightly export: has the applications whose checklist changed since the night before, each once', async () => {
  const ada = await submittedAgo(cloud(), 3600);
  const receive = async (item: string, isTakingBack = false) => {
    await pause(1500); // the export before ended two minutes before its start
    const row = { line: 1, applicant: ada.confirmation, item, date: '2026-11-20' };
    await runOperatorCommand(cloud(), { command: 'receive-items', rows: [row], isTakingBack });
    await lookChangedAgo(cloud(), ada.confirmation, settlingSeconds);
  };
  const changesOf = async () => {
    const { manifests } = await fetched();
    const { folder, changes, change_files } = manifests.at(-1);
    const rows = (await Promise.all(change_files.map((name: string) => rowsOf(folder + name)))).flat();
    expect(changes).toBe(rows.length);
    return rows.map(({ application_id, transcript_received, missing_items }) => ({
      ...{ application_id, transcript_received, missing_items },
    }));
  };
  const nightPasses = async () => {
    await night();
    await cloud().quiet();
    return changesOf();
  };
  await receive('transcript');
  await receive('test-scores');
  const application_id = ada.confirmation;
  expect(await nightPasses()).toEqual([
    { application_id, transcript_received: '2026-11-20', missing_items: '' },
  ]);
  expect(await nightPasses()).toEqual([]);
  await receive('transcript', true);
  expect(await nightPasses()).toEqual([
    { application_id, transcript_received: '', missing_items: 'transcript' },
  ]);
});

describe('nightly export of deleted applications', () => {
  const runNight = async () => {
    await night();
    await cloud().quiet();
    return lastNight();
  };

  /** The rows and the manifest of the last night. */
  async function lastNight() {
    const { folder, ...manifest } = (await fetched()).manifests.at(-1);
    const inFiles = async (names: readonly string[]) =>
      (await Promise.all(names.map((name) => rowsOf(folder + name)))).flat();
    const erased = await inFiles(manifest.erased_files);
    expect(manifest.erased).toBe(erased.length);
    const applications = (await inFiles(manifest.files)).map(({ application_id }) => application_id);
    return { manifest, erased, applications };
  }

  /** Deletes an application, with an end just after the period of the last night. */
  async function eraseAfter({ manifest }: Awaited<ReturnType<typeof lastNight>>, ada: EarlierSubmission) {
    await eraseToTheEnd(cloud(), ada.email);
    const erased_at = new Date(Date.parse(manifest.periods.erased.until) + 1).toISOString();
    await lookErasedAt(cloud(), ada.confirmation, erased_at);
    return { application_id: ada.confirmation, erased_at, reason: 'operator' };
  }

  /** Submits an application that the next night exports, unless it is deleted before. */
  async function submittedAfter({ manifest }: Awaited<ReturnType<typeof lastNight>>) {
    const { email, confirmation, at: submitted_at } = await submittedAgo(cloud(), 0);
    const seconds = (Date.parse(submitted_at) - Date.parse(manifest.until) - 1) / 1000;
    return {
      email,
      confirmation,
      at: await lookSubmittedAgo(cloud(), { confirmation, submitted_at }, seconds),
    };
  }

  it('has each in its own file of one night, with its period, and in no later file of applications', async () => {
    const ada = await submittedAfter(await runNight());
    const before = await runNight();
    expect(before.applications).toEqual([ada.confirmation]);
    const row = await eraseAfter(before, ada);
    const { manifest, erased, applications } = await runNight();
    expect(erased).toEqual([row]);
    expect(applications).toEqual([]);
    expect(manifest).toMatchObject({
      erased: 1,
      erased_files: [expect.stringMatching(/^erased-.*Z-001\.csv$/)],
      changes: 0,
    });
    expect(manifest.periods).toEqual({
      applications: { from: before.manifest.until, until: manifest.until },
      changes: { from: before.manifest.periods.changes.until, until: expect.any(String) },
      erased: { from: before.manifest.periods.erased.until, until: expect.any(String) },
    });
    expect((await runNight()).erased).toEqual([]);
  });

  it('has one that no file had, and none of a draft', async () => {
    const before = await runNight();
    const ada = await submittedAfter(before);
    const row = await eraseAfter(before, ada);
    const draft = newAddress();
    await person(cloud(), draft);
    await eraseToTheEnd(cloud(), draft);
    expect(await runRetention(cloud(), { command: 'erase', user: draft })).toHaveProperty('refused');
    const { erased, applications } = await runNight();
    expect(applications).toEqual([]);
    expect(erased).toEqual([row]);
    expect((await erasedItems(cloud())).map(({ confirmation }) => confirmation)).toContain(ada.confirmation);
  });

  it('has one that was deleted during a night in the next night, although the night still wrote its row', async () => {
    const ada = await submittedAfter(await runNight());
    const isHeld = Promise.withResolvers<void>();
    const goOn = cloud().injectFault({
      matches: ({ method, url }) => {
        const isFile = method === 'PUT' && /\/applications-[^/]*-001\.csv$/.test(url.pathname);
        if (isFile) isHeld.resolve();
        return isFile;
      },
      effect: 'held',
    });
    const running = night();
    await isHeld.promise;
    await eraseToTheEnd(cloud(), ada.email);
    goOn();
    await running;
    await cloud().quiet();
    const during = await lastNight();
    expect(during.applications).toEqual([ada.confirmation]);
    expect(during.erased).toEqual([]);
    const [item] = (await erasedItems(cloud())).filter(
      ({ confirmation }) => confirmation === ada.confirmation,
    );
    expect(item?.erased_at > during.manifest.periods.erased.until).toBe(true);
    const erased_at = new Date(Date.parse(during.manifest.periods.erased.until) + 1).toISOString();
    await lookErasedAt(cloud(), ada.confirmation, erased_at);
    const next = await runNight();
    expect(next.erased).toEqual([{ application_id: ada.confirmation, erased_at, reason: 'operator' }]);
    expect(next.applications).toEqual([]);
  });

  it('has them all after a night that failed', async () => {
    const before = await runNight();
    const row = await eraseAfter(before, await submittedAfter(before));
    await failedNight();
    expect((await runNight()).erased).toEqual([row]);
  });
});
