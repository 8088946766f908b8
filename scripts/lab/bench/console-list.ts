import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { assemble } from '../../build/assemble.ts';
import { step } from '../../command-line/progress.ts';
import { type LocalCloud, startLocalCloud } from '../../local-cloud/index.ts';
import { confirmationOf, putListRows } from './generated-applications.ts';
import { median, type Row } from './row.ts';

/** Submitted applications of a large university. */
const count = Number(process.env.BENCH_APPLICATIONS ?? 100_000);
const from = new Date('2026-10-01T00:00:00Z');
/** Milliseconds between two submissions. All of them together span some weeks. */
const apart = 20_000;

/** Queries of the list. DynamoDB reads every row for those that match few, and for sorted lists. */
const lists = [
  { what: 'first page, newest first', query: '', atMost: 1000 },
  { what: 'first page, incomplete', query: '?status=incomplete', atMost: 1000 },
  { what: 'first page, unread', query: '?unread=yes', atMost: 1000 },
  { what: 'one application by its number', query: `?q=${confirmationOf(77_777 % count)}` },
  { what: 'a name that no one has', query: '?q=nobody' },
  { what: 'first page, by family name', query: '?sort=name' },
  { what: 'first page, most missing first', query: '?sort=missing' },
  { what: 'first page, missing transcript, by family name', query: '?sort=name&missing=transcript' },
] as const;

const tries = 5;
const cookie = 'bench';

/** A session of the console, without the identity provider. */
const sessionItem = () => ({
  ...{ pk: `STAFF#${createHash('sha256').update(cookie).digest('hex')}`, sk: 'SESSION' },
  ...{ subject: 'rita', name: 'Rita Reader', roles: ['reader'], refresh_token: '', id_token: '' },
  ...{
    last_seen: Date.now(),
    ends: Date.now() + 3_600_000,
    logged_in_at: Date.now(),
    checked_at: Date.now(),
  },
});

async function timeOf({ url }: LocalCloud, query: string): Promise<number> {
  const times: number[] = [];
  for (let done = 0; done < tries; done++) {
    const began = performance.now();
    const response = await fetch(`${url}/api/staff/applications${query}`, {
      headers: { cookie: `__Host-staff=${cookie}` },
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${query}: ${response.status} ${text}`);
    times.push(performance.now() - began);
  }
  return median(times);
}

/** Calls of the staff console's list, from the request to the whole response. */
export async function benchConsoleList(): Promise<readonly Row[]> {
  const data = mkdtempSync(join(tmpdir(), 'matricula-bench-'));
  const cloud = await startLocalCloud({ assembly: await assemble(), data, port: 0 });
  const table = cloud.outputs['Matricula-dev/Data/Applications/Resource'] ?? '';
  const { url: endpoint, credentials } = cloud;
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({ endpoint, region: 'us-east-1', credentials }),
  );
  try {
    await step(`Generating ${count} rows`, () => putListRows(client, { table, count, from, apart }));
    const rows: Row[] = [];
    for (const { query, ...row } of lists) {
      await client.send(new PutCommand({ TableName: table, Item: sessionItem() }));
      rows.push({ ...row, measured: await timeOf(cloud, query), unit: 'ms' });
    }
    return rows;
  } finally {
    await cloud.close();
    rmSync(data, { recursive: true, force: true });
  }
}
