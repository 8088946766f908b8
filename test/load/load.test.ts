import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { type LoadReport, runLoad } from '../../scripts/load/run.ts';
import { startBrokenProduct } from './broken-product.ts';

const main = join(import.meta.dirname, '../../scripts/main.ts');

it('npm run load: an overloaded product refuses with a time, hangs nowhere and loses nothing', async () => {
  const options = '--steps 10,1000 --seconds 2 --applicants 2 --executions 4 --seed 7 --json'.split(' ');
  const { stdout } = await promisify(execFile)(process.execPath, [main, 'load', ...options]);
  const report: LoadReport = JSON.parse(stdout);
  expect(report.problems).toEqual([]);
  expect(report.steps.map(({ title }) => title)).toEqual(['10', '1000', 'after']);
  const { 200: served = 0, 429: throttled = 0, 503: unavailable = 0 } = report.steps[1]?.answers ?? {};
  expect([served > 0, throttled + unavailable > 0]).toEqual([true, true]);
  expect(report.acknowledged).toBeGreaterThan(report.applicants);
}, 120_000);

it('npm run load: finds hangs, reset connections, lost writes, and refusals without a time', async () => {
  const product = await startBrokenProduct();
  const size = { rates: [100], seconds: 2, applicants: 4, executions: undefined, seed: 7 };
  const quiet = { say: () => {}, onStep: () => {} };
  const { problems } = await runLoad({ ...size, ...quiet, port: product.port, patience: 300 });
  await product.close();
  for (const found of [
    'GET /lookup/find had no answer within 0.3 seconds.',
    'PUT /api/last-page lost its connection: Error: socket hang up.',
    'GET /about answered 503 without Retry-After.',
    /^applicant-.*: first_name is undefined, acknowledged was "first_name \d+"\.$/,
  ])
    expect(problems).toContainEqual(expect.stringMatching(found));
}, 60_000);
