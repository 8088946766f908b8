import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { s3Of } from '../support/aws-clients.ts';
import { withCloud } from '../support/cloud.ts';
import { erasedItems, eraseToTheEnd, lookErasedAt } from '../support/erased.ts';
import { holdCalls } from '../support/held-calls.ts';
import { runOperatorCommand } from '../support/operator.ts';
import { packagesBucket } from '../support/packages.ts';
import {
  type EarlierSubmission,
  lookChangedAt,
  lookSubmittedAgo,
  submittedAgo,
} from '../support/submitted-ago.ts';

const cloud = withCloud({
  log: () => undefined, // of the nights that fail
});

const read = async (Key: string): Promise<string> => {
  const { Body } = await s3Of(cloud()).send(new GetObjectCommand({ Bucket: packagesBucket(cloud()), Key }));
  return (await Body?.transformToString()) ?? '';
};

async function keysOfExports(): Promise<readonly string[]> {
  const list = new ListObjectsV2Command({ Bucket: packagesBucket(cloud()), Prefix: 'exports/' });
  return ((await s3Of(cloud()).send(list)).Contents ?? []).map(({ Key = '' }) => Key);
}

/** Reads the files of a finished night, as the university's system does. */
async function readNight(manifestKey: string) {
  const folder = manifestKey.slice(0, -'manifest.json'.length);
  const manifest = JSON.parse(await read(manifestKey));
  const rowsOf = async (names: readonly string[]) => {
    const files = names.map(
      async (name): Promise<readonly Readonly<Record<string, string>>[]> =>
        parse(await read(folder + name), { bom: true, columns: true, record_delimiter: '\r\n' }),
    );
    return (await Promise.all(files)).flat();
  };
  const [rows, changes, erased] = await Promise.all([
    rowsOf(manifest.files),
    rowsOf(manifest.change_files),
    rowsOf(manifest.erased_files),
  ]);
  expect([manifest.changes, manifest.erased]).toEqual([changes.length, erased.length]);
  return { folder, manifest, rows, changes, erased, ids: rows.map(({ application_id }) => application_id) };
}
type Night = Awaited<ReturnType<typeof readNight>>;

const nights = async (): Promise<readonly Night[]> =>
  Promise.all((await keysOfExports()).filter((key) => key.endsWith('/manifest.json')).map(readNight));
const lastNight = async (): Promise<Night> => (await nights()).at(-1) ?? expect.unreachable();

async function passNight(): Promise<Night> {
  await cloud().runSchedules(new Date('2027-01-15T06:30:00Z'));
  await cloud().quiet();
  return lastNight();
}

/** Passes a night whose manifest cannot be written. */
async function failNight(): Promise<void> {
  const restore = cloud().injectFault({
    matches: ({ method, url }) => method === 'PUT' && url.pathname.endsWith('/manifest.json'),
    effect: { errorName: 'ServiceUnavailable' },
  });
  await cloud().runSchedules(new Date('2027-01-15T06:30:00Z'));
  await cloud().quiet();
  restore();
}

/** A moment just after a night's period, which ends two minutes before the night. */
const justAfter = (until: string) => new Date(Date.parse(until) + 1).toISOString();

it('nightly export: has each application once, with an index of the PDFs, though a night failed and was repeated', async () => {
  const first = await submittedAgo(cloud(), 3600);
  await failNight();
  expect(await nights()).toEqual([]);
  expect(await keysOfExports()).not.toEqual([]);
  const second = await submittedAgo(cloud(), 600);
  // The next run finishes the failed export unchanged. The run after that exports newer applications.
  await passNight();
  await passNight();
  const [{ folder, manifest, rows } = expect.unreachable(), ...later] = await nights();
  expect([rows, ...later.map((night) => night.rows)].flat()).toMatchObject([
    {
      ...{ application_id: first.confirmation, account_email: first.email, submitted_at: first.at },
      ...{ first_name: 'Ada', transcript_received: '', missing_items: 'transcript test-scores' },
    },
    { application_id: second.confirmation },
  ]);
  expect(folder).toMatch(/^exports\/\d{4}-\d\d-\d\d\/\d{9}\/$/);
  expect(manifest.files).toEqual([expect.stringMatching(/^applications-\d{8}T\d{9}Z-001\.csv$/)]);
  const [, line = ''] = (await read(`${folder}index.csv`)).split('\r\n');
  const [id, pdf = ''] = line.split(',');
  expect(id).toBe(first.confirmation);
  expect((await read(pdf)).startsWith('%PDF-')).toBe(true);
});

it('nightly export: has the applications whose checklist changed since the night before, each once', async () => {
  const { confirmation } = await submittedAgo(cloud(), 3600);
  let night = await passNight();
  const receive = async (item: string, isTakingBack = false) => {
    const rows = [{ line: 1, applicant: confirmation, item, date: '2026-11-20' }];
    await runOperatorCommand(cloud(), { command: 'receive-items', rows, isTakingBack });
    await lookChangedAt(cloud(), confirmation, justAfter(night.manifest.periods.changes.until));
  };
  await receive('transcript');
  await receive('test-scores');
  night = await passNight();
  expect(night.changes).toMatchObject([
    { application_id: confirmation, transcript_received: '2026-11-20', missing_items: '' },
  ]);
  night = await passNight();
  expect(night.changes).toEqual([]);
  await receive('transcript', true);
  expect((await passNight()).changes).toMatchObject([
    { application_id: confirmation, transcript_received: '', missing_items: 'transcript' },
  ]);
});

describe('nightly export of deleted applications', () => {
  /** Submits an application that the next night exports, unless it is deleted before. */
  async function submittedAfter({ manifest }: Night) {
    const { email, confirmation, at: submitted_at } = await submittedAgo(cloud(), 0);
    const seconds = (Date.parse(submitted_at) - Date.parse(manifest.until) - 1) / 1000;
    const at = await lookSubmittedAgo(cloud(), { confirmation, submitted_at }, seconds);
    return { email, confirmation, at };
  }

  /** Makes a deletion look as if it had ended just after the period of a night. Returns its row. */
  async function lookErasedAfter({ manifest }: Night, { confirmation }: EarlierSubmission) {
    const erased_at = justAfter(manifest.periods.erased.until);
    await lookErasedAt(cloud(), confirmation, erased_at);
    return { application_id: confirmation, erased_at, reason: 'operator' };
  }

  it('has each in its own file of one night, with its period, and in no later file of applications', async () => {
    const ada = await submittedAfter(await passNight());
    const before = await passNight();
    expect(before.ids).toEqual([ada.confirmation]);
    await eraseToTheEnd(cloud(), ada.email);
    const row = await lookErasedAfter(before, ada);
    const { manifest, erased, ids } = await passNight();
    expect([erased, ids]).toEqual([[row], []]);
    expect(manifest.erased_files).toEqual([expect.stringMatching(/^erased-.*Z-001\.csv$/)]);
    expect(manifest.periods).toEqual({
      applications: { from: before.manifest.until, until: manifest.until },
      changes: { from: before.manifest.periods.changes.until, until: expect.any(String) },
      erased: { from: before.manifest.periods.erased.until, until: expect.any(String) },
    });
    expect((await passNight()).erased).toEqual([]);
  });

  it('has one that no file had, after a night that failed', async () => {
    const before = await passNight();
    const ada = await submittedAfter(before);
    await eraseToTheEnd(cloud(), ada.email);
    const row = await lookErasedAfter(before, ada);
    await failNight();
    const { erased, ids } = await passNight();
    expect([erased, ids]).toEqual([[row], []]);
  });

  it('has one that was deleted during a night in the next night, although the night still wrote its row', async () => {
    const ada = await submittedAfter(await passNight());
    using writing = holdCalls(
      cloud(),
      ({ method, url }) => method === 'PUT' && /\/applications-[^/]*-001\.csv$/.test(url.pathname),
    );
    const running = passNight();
    await writing.arrived();
    await eraseToTheEnd(cloud(), ada.email);
    writing.goOn();
    const during = await running;
    expect([during.ids, during.erased]).toEqual([[ada.confirmation], []]);
    const item = (await erasedItems(cloud())).find(({ confirmation }) => confirmation === ada.confirmation);
    expect(item?.erased_at > during.manifest.periods.erased.until).toBe(true);
    const row = await lookErasedAfter(during, ada);
    const next = await passNight();
    expect([next.erased, next.ids]).toEqual([[row], []]);
  });
});
