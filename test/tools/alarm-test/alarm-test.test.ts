import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { alarmTest } from '../../../scripts/lab/alarm-test/command.ts';
import { runAlarmTest, withTestBed } from '../../../scripts/lab/alarm-test/index.ts';
import type { Part } from '../../../scripts/lab/alarm-test/part.ts';
import { parts } from '../../../scripts/lab/alarm-test/parts.ts';
import { alarmsOfOtherSettings, leftOut } from '../../../scripts/lab/alarm-test/untested-alarms.ts';
import { cloud } from '../../infrastructure/cloud.ts';
import { assembly } from '../../support/assembly.ts';
import { runCommand } from '../../support/run-here.ts';

const main = join(import.meta.dirname, '../../../scripts/main.ts');
const { NODE_ENV: _, VITEST: __, ...env } = process.env;

const inOwnProcess = promisify(execFile);

const harmless: Part = {
  name: 'harmless',
  broken: 'Nothing is broken.',
  break: () => () => undefined,
  use: ({ client }) => client.send('GET', '/'),
  alarms: ['CallsFail'],
};

const { exitCode } = process;
afterEach(() => {
  process.exitCode = exitCode;
});

describe('npx matricula lab alarm-test', () => {
  it('breaks a part, and prints which alarm fired, when, and its text', async () => {
    const args = [main, 'lab', 'alarm-test', '--part', 'log-in', '--json'];
    const { stdout } = await inOwnProcess(process.execPath, args, { env });
    expect(JSON.parse(stdout)).toMatchObject([
      {
        part: 'log-in',
        silent: [],
        alarms: [
          {
            name: 'AccountsThrottled',
            text: expect.stringMatching(
              /try again when they sign up or log in.* What to do: .*docs\/runbook\.md#accounts-throttled$/,
            ),
            periodSeconds: 300,
            periods: 1,
            milliseconds: expect.any(Number),
          },
        ],
      },
    ]);
  });

  it('names every part in its help', () => {
    const [part] = alarmTest.options;
    expect(part?.argChoices).toEqual(parts.map(({ name }) => name));
  });

  it('has a part or a reason for each alarm of every deployment', () => {
    const everything = cloud({ firewall: 'count', canary: { user: 'canary@example.edu' } });
    const names = [...everything, ...cloud({ firewall: 'block' })]
      .filter(({ type, stack }) => type === 'AWS::CloudWatch::Alarm' && stack === 'Operations')
      .map(({ path }) => path.split('/')[1] ?? path);
    const tested = parts.flatMap(({ alarms }) => alarms);
    expect(tested.filter((name) => !names.includes(name))).toEqual([]);
    const known = [...tested, ...leftOut(names).flatMap(({ alarms }) => alarms)];
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
    const others = leftOut(alarmsOfOtherSettings).flatMap(({ alarms }) => alarms);
    expect([...others].sort()).toEqual([...alarmsOfOtherSettings].sort());
  });

  it('names the parts when one is asked for that it does not have', async () => {
    const { code, said } = await runCommand('lab', 'alarm-test', '--part', 'moon');
    expect(code).toBe(1);
    expect(said).toContain('--part moon: Allowed choices are mail, staff sign-in');
    expect(said).toContain('More: npx matricula lab alarm-test --help');
  });

  it('fires alarms of failures that no function counts as an error, and fails when a part fires none', async () => {
    const printed: string[] = [];
    const print = (text: string) => void printed.push(text);
    const broken = parts.filter(({ name }) => ['mail', 'list of users', 'disk'].includes(name));
    await withTestBed(assembly, async (testBed) => {
      const names = testBed.cloud.alarms().map(({ name }) => name);
      expect(parts.flatMap(({ alarms }) => alarms).filter((name) => !names.includes(name))).toEqual([]);
      expect(names.filter((name) => alarmsOfOtherSettings.includes(name))).toEqual([]);

      const fired = await runAlarmTest(broken, testBed, { print });
      expect(fired).toMatchObject([
        { part: 'mail', silent: [] },
        { part: 'disk', silent: [] },
        { part: 'list of users', silent: [] },
      ]);
      expect(process.exitCode).toBe(exitCode);

      const silent = await runAlarmTest([harmless], testBed, { print, patience: 2_000 });
      expect(silent).toMatchObject([{ part: 'harmless', alarms: [], silent: ['CallsFail'] }]);
      expect(process.exitCode).toBe(1);
    });
    const text = printed.join('\n');
    expect(text).toContain('ok        mail: Cognito and SES send no mail.');
    expect(text).toMatch(/MailsFail fired after .+ here, on AWS within 1 period of 5 minutes/);
    expect(text).toContain('FAILED    harmless');
    expect(text).toContain('CallsFail did not fire');
  });
});
