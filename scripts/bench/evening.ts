import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BrowserContext } from '@playwright/test';
import { root } from '../build/root.ts';
import type { CallTiming, Evening } from './evening-child.ts';
import { withProduct } from './product.ts';
import type { Row } from './row.ts';

const run = promisify(execFile);
const child = join(root, 'scripts/bench/evening-child.ts');

/** As many applicants as may log in from one address within five minutes. */
const people = 80;
const rate = 375;
const seconds = 20;

const cookiesOf = async (context: BrowserContext, url: string): Promise<string> =>
  (await context.cookies(url)).map(({ name, value }) => `${name}=${value}`).join('; ');

async function drive(evening: Evening): Promise<CallTiming> {
  const { stdout } = await run(process.execPath, [child, JSON.stringify(evening)]);
  return JSON.parse(stdout);
}

/** The mixed traffic of a deadline evening, on the local cloud. */
export const benchEvening = (): Promise<readonly Row[]> =>
  withProduct(async ({ cloud: { url }, applicant }) => {
    const comes = async () => cookiesOf(await applicant(), url);
    const applicants = await Promise.all(Array.from({ length: people }, comes));
    // An evening rises to its peak: what runs by then has run a few thousand times.
    for (const share of [0.25, 0.8]) await drive({ url, applicants, rate: rate * share, seconds: 15 });
    const felt = await drive({ url, applicants, rate, seconds });
    return [
      { what: `answered, of ${rate} asked a second`, measured: felt.rate, unit: 'per s' },
      { what: 'errors', measured: felt.errors, unit: 'calls', must: 0 },
      { what: 'median, from when it should have left', measured: felt.p50, unit: 'ms' },
      { what: '99 of 100, from when it should have left', measured: felt.p99, unit: 'ms', must: 150 },
    ];
  });
