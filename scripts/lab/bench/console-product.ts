import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { assemble } from '../../build/assemble.ts';
import { step } from '../../command-line/progress.ts';
import { type LocalCloud, startLocalCloud } from '../../local-cloud/index.ts';
import { putListRows } from './generated-applications.ts';

/** Submitted applications of a large university. */
export const count = Number(process.env.BENCH_APPLICATIONS ?? 100_000);
const from = new Date('2026-10-01T00:00:00Z');
/** Milliseconds between two submissions. All of them together span some weeks. */
const apart = 20_000;

/** The cookie of the reader whose session is in the table. */
export const staffCookie = { name: '__Host-staff', value: 'bench' };

/** A session of the console, without the identity provider. */
const sessionItem = () => ({
  ...{ pk: `STAFF#${createHash('sha256').update(staffCookie.value).digest('hex')}`, sk: 'SESSION' },
  ...{ subject: 'rita', name: 'Rita Reader', roles: ['reader'], refresh_token: '', id_token: '' },
  ...{
    last_seen: Date.now(),
    ends: Date.now() + 3_600_000,
    logged_in_at: Date.now(),
    checked_at: Date.now(),
  },
});

export interface ConsoleProduct {
  readonly cloud: LocalCloud;
  /** Starts the reader's session again. It would otherwise ask the identity provider after five minutes. */
  readonly signIn: () => Promise<void>;
}

/** Runs a measurement on the product with a long list of applications. */
export async function withConsole<T>(measure: (product: ConsoleProduct) => Promise<T>): Promise<T> {
  const data = mkdtempSync(join(tmpdir(), 'matricula-bench-'));
  const cloud = await startLocalCloud({ assembly: await assemble(), data, port: 0 });
  const table = cloud.outputs['Matricula-dev/Data/Applications/Resource'] ?? '';
  const { url: endpoint, credentials } = cloud;
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({ endpoint, region: 'us-east-1', credentials }),
  );
  const signIn = async () => {
    await client.send(new PutCommand({ TableName: table, Item: sessionItem() }));
  };
  try {
    await step(`Generating ${count} rows`, () => putListRows(client, { table, count, from, apart }));
    await signIn();
    return await measure({ cloud, signIn });
  } finally {
    await cloud.close();
    rmSync(data, { recursive: true, force: true });
  }
}
