import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import type { LoadReport } from '../../../scripts/lab/load/run.ts';

const main = join(import.meta.dirname, '../../../scripts/main.ts');

it('npx matricula lab load: an overloaded product refuses with a time, hangs nowhere and loses nothing', async () => {
  const options = '--steps 10,1000 --seconds 2 --applicants 2 --executions 4 --seed 7 --json'.split(' ');
  const { stdout } = await promisify(execFile)(process.execPath, [main, 'lab', 'load', ...options], {
    timeout: 290_000,
  });
  const report: LoadReport = JSON.parse(stdout);
  expect(report.problems).toEqual([]);
  expect(report.steps.map(({ title }) => title)).toEqual(['10', '1000', 'after']);
  const { 200: served = 0, 429: throttled = 0, 503: unavailable = 0 } = report.steps[1]?.answers ?? {};
  expect([served > 0, throttled + unavailable > 0]).toEqual([true, true]);
  expect(report.acknowledged).toBeGreaterThan(report.applicants);
}, 300_000);
