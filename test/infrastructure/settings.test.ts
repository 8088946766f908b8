import { execFile } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { deployment, deploymentIn, deploymentNamed } from '../../lib/config/index.ts';
import { root } from '../../scripts/build/root.ts';

const prod = deploymentNamed('prod');

/**
 * Reads settings as deployments.ts gives them. They are JSON here: what is written there is not
 * type-checked at a deployment.
 */
const read = (changes: object) => () => deployment(JSON.parse(JSON.stringify({ ...prod, ...changes })));

describe('settings of a deployment', () => {
  test.each([
    [{ region: 'nowhere' }, 'region is not an AWS region'],
    [{ removal: undefined }, 'removal must be retain or destroy'],
    [{ officeStorage: 11 }, 'officeStorage is more than the 10 GB that Lambda has'],
    [{ mail: {} }, 'mail.from is missing, or no string'],
    [{ zones: ['a', 'us-east-1b'] }, 'zones.0 is not a name such as us-east-1b'],
    [{ warmThroughput: { reads: 1, writes: 0 } }, 'warmThroughput.writes is not positive'],
    [{ throttle: { rate: '2000', burst: 1 } }, 'throttle.rate is missing, or no number'],
    [{ converter: { kind: 'zip' } }, 'converter.kind is missing, or has no such value'],
    [{ alarmEmial: 'a@b.edu' }, 'there is no setting alarmEmial'],
    [{ mail: { from: 'a@b.edu', sesIdentiy: 'b.edu' } }, 'there is no setting mail.sesIdentiy'],
    [{ alarmEmail: undefined }, 'monthlyBudget: set alarmEmail too, which gets the budget mails'],
  ])('that are wrong are named: %j', (changes, message) => {
    expect(read(changes)).toThrow(
      expect.objectContaining({ message: `Deployment "prod" in deployments.ts: ${message}.` }),
    );
  });

  test('are all named in one error when several are wrong', () => {
    const lines = /removal must be .+\.\nDeployment "prod" in deployments\.ts: firewall must be/;
    expect(read({ removal: 'keep', firewall: 'slow' })).toThrow(lines);
  });

  test('are changed by -c for one run of CDK, and checked all the same', () => {
    const given = (context: Readonly<Record<string, string>>) => deploymentIn((name) => context[name]);
    const changed = { ...prod, environment: 'development' };
    expect(given({ stage: 'prod', environment: 'development' })).toEqual(changed);
    expect(() => given({ environment: 'other' })).toThrow('environment must be');
  });

  test('of an unknown name end the synthesis with the known names, and without a stack trace', async () => {
    const env = { ...process.env, CDK_CONTEXT_JSON: '{"stage":"nowhere"}' };
    const said = await new Promise((done) => {
      execFile(process.execPath, ['scripts/main.ts', 'app'], { cwd: root, env }, (failure, _, error) =>
        done([failure?.code, error]),
      );
    });
    expect(said).toEqual([1, 'No deployment is called "nowhere". Known: dev, prod\n']);
  });
});
