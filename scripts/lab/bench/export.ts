import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { assemble } from '../../build/assemble.ts';
import nodeOptions from '../../command-line/node-options.json' with { type: 'json' };
import { step } from '../../command-line/progress.ts';
import { type LocalCloud, startLocalCloud } from '../../local-cloud/index.ts';
import { putApplications } from './generated-applications.ts';
import type { Row } from './row.ts';

/** Applications that a large university exports per season. */
const count = Number(process.env.BENCH_APPLICATIONS ?? 100_000);
const firstDay = '2026-10-01';
/** Milliseconds between two submissions. All of them together span some weeks. */
const apart = 20_000;

function tableOf({ url, credentials }: LocalCloud) {
  const client = new DynamoDBClient({ endpoint: url, region: 'us-east-1', credentials });
  return DynamoDBDocumentClient.from(client);
}

interface Exported {
  readonly milliseconds: number;
  /**
   * Processor time of the command, and of the local cloud with its functions. Other load on the machine does
   * not change it.
   */
  readonly processor: number;
  readonly megabytes: number;
  readonly bytes: number;
}

/**
 * Runs an export in a separate process, with the options of `npx matricula staff export`. The measured memory
 * is that of the command alone.
 */
async function exportAll(cloud: LocalCloud, data: string, out: string): Promise<Exported> {
  const child = join(import.meta.dirname, 'export-child.ts');
  const place = ['--data', data, '--port', String(cloud.port)];
  const began = performance.now();
  const used = process.cpuUsage();
  const running = spawn(
    process.execPath,
    [...nodeOptions['staff export'], child, '--since', firstDay, '--out', out, '--without-pdfs', ...place],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [exported = '', resources = ''] = (await text(running.stdout)).trim().split('\n');
  if (!exported.startsWith(`${count} applications`)) throw new Error(`The export wrote: ${exported}`);
  const [kilobytes = 0, ofCommand = 0] = resources.split(' ').map(Number);
  const { user, system } = process.cpuUsage(used);
  return {
    milliseconds: performance.now() - began,
    processor: (ofCommand + user + system) / 1000,
    megabytes: kilobytes / 1024,
    bytes: statSync(join(out, 'applications.csv')).size,
  };
}

/** The export of a season's applications without PDFs, from the local cloud. */
export async function benchExport(): Promise<readonly Row[]> {
  const data = mkdtempSync(join(tmpdir(), 'matricula-bench-'));
  const cloud = await startLocalCloud({ assembly: await assemble(), data, port: 0 });
  try {
    const table = cloud.outputs['Matricula-dev/Data/Applications/Resource'] ?? '';
    const from = new Date(`${firstDay}T00:00:00Z`);
    await step(`Generating ${count} applications`, () =>
      putApplications(tableOf(cloud), { table, count, from, apart }),
    );
    const { milliseconds, processor, megabytes, bytes } = await exportAll(
      cloud,
      data,
      join(data, 'exported'),
    );
    return [
      { what: `CSV of ${count} applications`, measured: milliseconds, unit: 'ms', atMost: 300_000 },
      { what: 'processor time of command, cloud and functions', measured: processor, unit: 'ms' },
      { what: 'memory of the command at its peak', measured: megabytes, unit: 'MB', atMost: 250 },
      { what: 'size of the file', measured: bytes / 1_000_000, unit: 'MB' },
    ];
  } finally {
    await cloud.close();
    rmSync(data, { recursive: true, force: true });
  }
}
