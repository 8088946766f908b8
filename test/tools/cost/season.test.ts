import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { deploymentNamed } from '../../../lib/config/index.ts';
import { dollarsOfMonth, shares } from '../../../scripts/lab/cost/shares.ts';
import { quotaLines, settingLines, verdictOf } from '../../../scripts/lab/season/lines.ts';
import { measuredApplicant } from '../../../scripts/operator/season/measured.ts';
import measured from '../../../scripts/operator/season/measured-applicant.json' with { type: 'json' };
import { amounts, needsOf, requestsOf } from '../../../scripts/operator/season/needs.ts';
import { type Amount, minutes, peak, perSecond } from '../../../scripts/operator/season/peak-load.ts';
import { runCommand } from '../../support/run-here.ts';

const root = join(import.meta.dirname, '../../..');
const season = (...args: string[]) => runCommand('lab', 'season', ...args);

const million = 1_000_000;
const { visits, submission } = measuredApplicant.phases;

describe('model of the last day', () => {
  const onLastDay = (amount: Amount) =>
    minutes.reduce((sum, minute) => sum + 60 * perSecond(million, minute, amount), 0);

  it('spreads all submissions of the last day over its minutes', () => {
    expect(onLastDay(requestsOf('submissions'))).toBeCloseTo(300_000, 3);
    const saves = (visits.requests.saves ?? 0) / 4 + (submission.requests.saves ?? 0);
    expect(onLastDay(requestsOf('saves'))).toBeCloseTo(300_000 * saves, 3);
  });

  it('has its peak in the last hour, in which 15 percent submit', () => {
    expect(peak(million, requestsOf('submissions'))).toBeCloseTo(150_000 / 3_600);
    expect(peak(million, requestsOf('log-ins'))).toBeCloseTo(((150_000 / 3_600) * 412_265) / 154_903);
    expect(perSecond(million, 61, requestsOf('submissions'))).toBeCloseTo(50_000 / 3_600);
    expect(perSecond(million, 0, requestsOf('submissions'))).toBe(0);
  });

  it('doubles in every minute when there are twice as many applicants', () => {
    for (const minute of minutes)
      expect(perSecond(2 * million, minute, amounts.requests)).toBeCloseTo(
        2 * perSecond(million, minute, amounts.requests),
      );
  });

  it('counts as many concurrent runs as start during the duration of one', () => {
    const { Begin = Number.NaN } = measuredApplicant.seconds;
    const startsPerSecond = ((150_000 / 3_600) * (visits.runs.Begin ?? 0)) / 4;
    expect(peak(million, amounts.uploadEvents)).toBeCloseTo(startsPerSecond * (Begin + 0.05));
  });

  it('adds half of the peak and three standard deviations to the needs', () => {
    const average = 1.5 * peak(million, amounts.executions);
    expect(needsOf(million).executions).toBe(Math.ceil(average + 3 * Math.sqrt(average)));
  });

  it('has the needs that docs/deploy.md lists by size', () => {
    const page = readFileSync(join(root, 'docs/deploy.md'), 'utf8').replaceAll('`', '');
    const prod = deploymentNamed('prod');
    const sizes = [10_000, 100_000, million].map((applicants) => {
      const needs = needsOf(applicants);
      const dollars = dollarsOfMonth(shares(measured.usage, applicants), applicants);
      return [...settingLines(needs, prod, dollars), ...quotaLines(needs, prod)];
    });
    const listed = sizes[0]?.filter(({ name }) => page.includes(`| ${name} | `)) ?? [];
    expect(listed.length).toBeGreaterThan(10);
    for (const { name, has } of listed) {
      const needed = sizes.map((lines) => lines.find((line) => line.name === name)?.needed);
      const cells = [...needed, has].map((each) => each?.toLocaleString('en-US'));
      expect(page).toContain(`| ${name} | ${cells.join(' | ')} |`);
    }
  });
});

describe('verdict on a setting or quota', () => {
  it.each([
    [{ needed: 10, has: 10 }, 'enough'],
    [{ needed: 11, has: 10 }, 'raise to 11'],
    [{ needed: 11, has: 10, canRaise: false }, 'too little, and fixed'],
    [{ needed: 11, has: undefined }, 'not set'],
  ])('of %j is "%s"', (line, verdict) => {
    expect(verdictOf({ name: 'limit', ...line })).toBe(verdict);
  });
});

describe('npx matricula lab season', () => {
  it('prints the load by minute, and the settings that a large season needs', async () => {
    const { said, code } = await season('--applicants', '1000000');
    expect(code, said).toBe(0);
    expect(said).toMatch(/Peak, 60 minutes before: \d+ requests, 41\.7 submissions, 111 log-ins/);
    const { rate } = needsOf(million).throttle;
    expect(said).toMatch(new RegExp(`throttle\\.rate +${rate} +2000 +raise to ${rate}`));
    expect(said).toMatch(/DynamoDB partition writes +\d+ +1000 +enough/);
    expect(said).toMatch(/1000000 applicants: [\d.]+ US cents each/);
  });

  it('finds the settings of a small season large enough', async () => {
    const { said } = await season('--applicants', '10000');
    expect(said).not.toContain('raise to');
  });

  it.each([
    ['--applicants', 'many'],
    ['--applicants', '0'],
    ['--applicants', '-5'],
    ['--applicants', '9'.repeat(20)],
    ['--people', '3'],
  ])('with %s %s prints what is wrong', async (...args) => {
    const { said, code } = await season(...args);
    expect(code).toBe(1);
    expect(said).toContain('Usage: npx matricula lab season [options]');
    expect(said).not.toContain('    at ');
  });

  it('with an unknown stage lists the known ones', async () => {
    const { said, code } = await season('--stage', 'nowhere');
    expect(code).toBe(1);
    expect(said).toBe('No deployment is called "nowhere". Known: dev, prod\n');
  });
});
