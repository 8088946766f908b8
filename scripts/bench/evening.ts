import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BrowserContext } from '@playwright/test';
import { root } from '../build/root.ts';
import type { Evening, Felt } from './evening-child.ts';
import { withProduct } from './product.ts';
import type { Row } from './row.ts';

const run = promisify(execFile);
const child = join(root, 'scripts/bench/evening-child.ts');

const people = 24;
const rate = 375;
const seconds = 20;

const cookiesOf = async (context: BrowserContext, url: string): Promise<string> =>
  (await context.cookies(url)).map(({ name, value }) => `${name}=${value}`).join('; ');

async function drive(evening: Evening): Promise<Felt> {
  const { stdout } = await run(process.execPath, [child, JSON.stringify(evening)]);
  return JSON.parse(stdout);
}

/** Mixed traffic of a deadline evening on the local cloud (performance paper, section 7). */
export const benchEvening = (): Promise<readonly Row[]> =>
  withProduct(async ({ cloud: { url }, applicant }) => {
    const applicants: string[] = [];
    for (let index = 0; index < people; index += 1) applicants.push(await cookiesOf(await applicant(), url));
    await drive({ url, applicants, rate: rate / 5, seconds: 5 }); // every function has started
    const felt = await drive({ url, applicants, rate, seconds });
    return [
      { what: `answered, of ${rate} asked a second`, measured: felt.rate, unit: 'per s' },
      { what: 'errors', measured: felt.errors, unit: 'calls', must: 0 },
      { what: 'median, from when it should have left', measured: felt.p50, unit: 'ms' },
      { what: '99 of 100, from when it should have left', measured: felt.p99, unit: 'ms', must: 150 },
    ];
  });
