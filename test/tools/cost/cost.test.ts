import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { shareOf, sizeOf } from '../../../scripts/lab/cost/item-size.ts';
import { prices, type Usage } from '../../../scripts/lab/cost/prices.ts';
import { shares } from '../../../scripts/lab/cost/shares.ts';
import measured from '../../../scripts/operator/season/measured-applicant.json' with { type: 'json' };
import { runCommand } from '../../support/run-here.ts';

const main = join(import.meta.dirname, '../../../scripts/main.ts');
const { NODE_ENV: _, VITEST: __, ...env } = process.env;
/** Runs the command in its own process: the test runner's environment would change the cloud. */
const cost = (...args: string[]) =>
  promisify(execFile)(process.execPath, [main, 'lab', 'cost', ...args], { env });

const meters = Object.keys(prices) as (keyof Usage)[];
/** Meters that depend neither on the machine's speed nor on the number of polls. */
const steady: readonly string[] = ['table write units', 'file writes', 'mails'];
const refresh = 'run npx matricula lab season --measure';
const once = Object.fromEntries(meters.map((what) => [what, 1])) as Usage;

describe('npx matricula lab cost', () => {
  it('counts a whole season of one applicant, and prints what it costs', async () => {
    const { stdout: said } = await cost('--applicants', '20000');
    for (const what of meters) {
      const [, each = '0'] = new RegExp(`│ ${what} +│ ([\\d.]+) +│`).exec(said) ?? [];
      expect(Number(each), what).toBeGreaterThan(0);
      if (steady.includes(what))
        expect(Number(each) / measured.usage[what], `${what}: ${refresh}`).toBeCloseTo(1, 1);
    }
    const [, whole, without] =
      /20000 applicants: ([\d.]+) US cents each, ([\d.]+) without accounts/.exec(said) ?? [];
    // Half of the accounts are within the free allowance.
    expect(Number(whole) - Number(without)).toBeCloseTo(0.55, 1);
    expect(Number(without)).toBeGreaterThan(0.1);
  });

  it.each([
    ['--applicants', 'many'],
    ['--applicants', '0'],
    ['--people', '3'],
  ])('with %s %s prints what is wrong', async (...args) => {
    const { said, code } = await runCommand('lab', 'cost', ...args);
    expect(code).toBe(1);
    expect(said).toContain('Usage: npx matricula lab cost [options]');
    expect(said).not.toContain('    at ');
  });
});

describe('cost model', () => {
  const centsOf = (what: keyof Usage, applicants: number) =>
    shares(once, applicants).find((share) => share.what === what)?.cents;

  it('charges what exceeds the free allowance of both months, divided among all applicants', () => {
    expect(centsOf('state transitions', 8_000)).toBe(0);
    expect(centsOf('state transitions', 16_000)).toBeCloseTo(0.00125);
    expect(centsOf('table write units', 1)).toBeCloseTo(0.0000625);
  });

  it('charges what is kept without a second allowance for the second month', () => {
    expect(centsOf('bytes in the table', 25 * 1024 ** 3)).toBe(0);
    expect(centsOf('bytes in the table', 50 * 1024 ** 3)).toBeCloseTo((0.25 * 12 * 100) / 2 / 1024 ** 3);
  });

  it('measures an item as DynamoDB does', () => {
    expect(sizeOf({ pk: { S: 'APP#1' }, rev: { N: '1234' }, yes: { BOOL: true } })).toBe(7 + 6 + 4);
    expect(sizeOf({ a: { M: { é: { S: 'x' } } }, l: { L: [{ S: 'ab' }, { NULL: true }] } })).toBe(8 + 9);
  });

  it('counts an item that DynamoDB deletes for as long as it is there', () => {
    const now = 1_800_000_000;
    const endsAfter = (days: number) => ({ expires_at: { N: String(now + days * 86_400) } });
    expect(shareOf(12, {}, now)).toBe(1);
    expect(shareOf(12, endsAfter(400), now)).toBe(1);
    expect(shareOf(12, endsAfter(73), now)).toBeCloseTo(0.2);
    expect(shareOf(12, endsAfter(-1), now)).toBe(0);
  });
});
