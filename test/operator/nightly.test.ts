import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { parse } from 'csv-parse/sync';
import { afterAll, describe, expect, it } from 'vitest';
import { addDays } from '../../shared/rules/days.ts';
import { s3Of } from '../support/aws-clients.ts';
import { withCloud } from '../support/cloud.ts';
import { auditLogOf, operatorArn } from '../support/operator.ts';
import { packagesBucket } from '../support/packages.ts';
import { runHere } from '../support/run-here.ts';
import { submittedAgo } from '../support/submitted-ago.ts';
import { tableOf } from '../support/table.ts';

const cloud = withCloud();
const production = withCloud({ variables: { ENVIRONMENT: 'production' } });
const folder = mkdtempSync(join(tmpdir(), 'matricula-nightly-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Cloud = typeof cloud;
const run = (on: Cloud, ...args: readonly string[]) => runHere(on(), 'staff', 'nightly', ...args);
const rehearse = async (on: Cloud, ...args: readonly string[]) => (await run(on, ...args)).out;

async function keysIn(on: Cloud): Promise<readonly string[]> {
  const list = new ListObjectsV2Command({ Bucket: packagesBucket(on()) });
  const found = (await s3Of(on()).send(list)).Contents ?? [];
  return found.map(({ Key = '' }) => Key).filter((key) => !key.startsWith('packages/'));
}

/** Where the next night on schedule begins. */
async function cursorOf(on: Cloud) {
  const { documents, TableName } = tableOf(on());
  return (await documents.send(new GetCommand({ TableName, Key: { pk: 'EXPORT', sk: 'NIGHTLY' } }))).Item;
}

const today = () => new Date().toISOString().slice(0, 10);
const hoursSince = (time: string) => (Date.now() - Date.parse(time)) / 3_600_000;

describe('npx matricula staff nightly', () => {
  it('writes the files of a past night as often as it runs, and changes nothing for the next night', async () => {
    // The night of today or, before it is over, that of yesterday.
    const date = hoursSince(`${today()}T06:32:00Z`) > 0 ? today() : addDays(today(), -1);
    const hours = hoursSince(`${date}T06:28:00Z`);
    const [during, , earlier] = [
      await submittedAgo(cloud(), (hours + 1) * 3600),
      await submittedAgo(cloud(), Math.max(180, (hours - 1) * 3600)),
      await submittedAgo(cloud(), (hours + 25) * 3600),
    ];
    const out = await rehearse(cloud, '--date', date, '--out', folder);
    const night = `exports/${date}/062800000/`;
    expect(out).toContain(
      `from ${addDays(date, -1)}T06:28:00.000Z until ${date}T06:28:00.000Z: 1, each with`,
    );
    expect(out).toContain(`In s3://${packagesBucket(cloud())}:\n`);
    expect(out).toContain(`\n${night}applications-001.csv  1 row\n${night}index.csv  1 row\n`);
    expect(await rehearse(cloud, '--date', date)).toContain(`${night}applications-001.csv  1 row`);
    const rows = parse(readFileSync(join(folder, 'applications-001.csv')), { bom: true, columns: true });
    expect(rows).toMatchObject([{ application_id: during.confirmation }]);
    expect(readdirSync(folder).sort()).toEqual(['applications-001.csv', 'index.csv', 'manifest.json']);
    expect(await keysIn(cloud)).toEqual([
      ...[`${night}applications-001.csv`, `${night}index.csv`, `${night}manifest.json`],
      `statistics/${date}/062800000.csv`,
    ]);
    expect(await cursorOf(cloud)).toBeUndefined();
    const [entry] = (await auditLogOf(cloud())).filter(({ event }) => event === 'night-rehearsed');
    expect(entry).toMatchObject({ by: operatorArn, names: [`${date}T06:28:00.000Z`] });
    expect(earlier.at < `${addDays(date, -1)}T06:28`).toBe(true);
  });

  it('exports until two minutes ago without a date, and writes nothing in a dry run', async () => {
    const before = await keysIn(cloud);
    await submittedAgo(cloud(), 180);
    const reply = JSON.parse(await rehearse(cloud, '--dry-run', '--json'));
    expect(reply).toMatchObject({
      isDryRun: true,
      isComplete: true,
      applications: { rows: expect.any(Number) },
    });
    expect(reply.applications.rows).toBeGreaterThan(0);
    const minutes = hoursSince(reply.applications.until) * 60;
    expect(minutes).toBeGreaterThanOrEqual(2);
    expect(minutes).toBeLessThan(4);
    expect(await keysIn(cloud)).toEqual(before);
  });

  it('only counts in production, where it also moves no cursor', async () => {
    await submittedAgo(production(), 180);
    const out = await rehearse(production, '--out', join(folder, 'none'));
    expect(out).toContain('Nothing was written. These files would be in s3://');
    expect(out).toMatch(/applications-001\.csv {2}1 row\n/);
    expect(await keysIn(production)).toEqual([]);
    expect(await cursorOf(production)).toBeUndefined();
    expect(readdirSync(folder)).not.toContain('none');
  });

  it.each([
    [
      ['--date', addDays(today(), 2)],
      /^The night of \S+ begins on \S+ at 06:30 UTC\. Name an earlier day, or omit --date/,
    ],
    [
      ['--date', '2026-10-31'],
      /^No application is listed before 2026-11-01: name that day or a later one\.$/m,
    ],
    [['--dry-run', '--out', folder], /omit --out/],
  ])('rejects %j', async (args, message) => {
    expect(await run(cloud, ...args)).toMatchObject({ code: 1, error: expect.stringMatching(message) });
  });
});
