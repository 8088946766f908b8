import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { assemble } from '../../build/assemble.ts';
import { root } from '../../build/root.ts';
import { type LocalCloud, startLocalCloud } from '../../local-cloud/index.ts';
import { addressOf, hasManyAddresses } from '../load/crowd.ts';
import type { Row } from './row.ts';
import type { Applicant, Saves } from './saves-child.ts';

const child = join(root, 'scripts/lab/bench/saves-child.ts');

/** Applicants who save at the same time, until the limit of time is exceeded. */
const steps = [1, 2, 4, 8, 16];
const maxP99 = 100;
const secondsEach = 2;

/** Quotas see a clock that runs ten times faster: `dev` throttles at a tenth of the rate of `prod`. */
const now = () => Date.now() * 10;

async function applicantsOf(cloud: LocalCloud): Promise<readonly Applicant[]> {
  const { newApplicant } = await import(join(root, 'test/support/applicant.ts'));
  const isLinux = await hasManyAddresses();
  const applicants = [];
  for (let index = 0; index < Math.max(...steps); index += 1) {
    const { cookies } = await newApplicant(cloud);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    applicants.push({ address: isLinux ? addressOf(index) : '127.0.0.1', cookie, name: String(index) });
  }
  return applicants;
}

async function drive(url: string, applicants: readonly Applicant[]): Promise<Saves> {
  const args = [child, 'drive', url, JSON.stringify(applicants), String(secondsEach)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout);
}

/** The most saves per second whose 99th percentile is within the limit, after a run that warms up. */
async function most(url: string, applicants: readonly Applicant[]): Promise<number> {
  await drive(url, applicants);
  let best = 0;
  for (const number of steps) {
    const { rate, p99 } = await drive(url, applicants.slice(0, number));
    if (p99 > maxP99) break;
    best = Math.max(best, rate);
  }
  return best;
}

/** A handler without sessions, checks and logs, over the same table. */
async function startBare({ url, credentials, outputs }: LocalCloud) {
  const table = outputs['Matricula-dev/Data/Applications/Resource'] ?? '';
  const bare = spawn(process.execPath, [child, 'bare', table], {
    env: {
      ...process.env,
      ...{ AWS_ENDPOINT_URL: url, AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: credentials.accessKeyId },
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      AWS_SESSION_TOKEN: credentials.sessionToken,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const address of createInterface({ input: bare.stdout })) return { bare, address };
  throw new Error('The bare handler did not start.');
}

/** Saves of two answers, from a separate process: the product's, and those of a bare handler. */
export async function benchSaves(): Promise<readonly Row[]> {
  const data = mkdtempSync(join(tmpdir(), 'matricula-bench-'));
  const cloud = await startLocalCloud({ assembly: await assemble(), data, port: 0, passwordCost: 2, now });
  const { bare, address } = await startBare(cloud);
  try {
    const applicants = await applicantsOf(cloud);
    const [reference, saves] = [await most(address, applicants), await most(cloud.url, applicants)];
    return [
      { what: `bare handler, p99 within ${maxP99} ms`, measured: reference, unit: 'per s' },
      { what: `product, p99 within ${maxP99} ms`, measured: saves, unit: 'per s' },
      { what: 'product / bare handler', measured: saves / reference, unit: 'x', atLeast: 0.5 },
    ];
  } finally {
    bare.kill();
    await cloud.close();
    rmSync(data, { recursive: true, force: true });
  }
}
