import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { synth, withBuildLock } from '../../scripts/build/index.ts';
import { root } from '../../scripts/build/root.ts';
import { type LocalCloud, startLocalCloud } from '../../scripts/local-cloud/index.ts';
import { goodPassword } from '../support/applicant.ts';
import { clientSettings } from '../support/aws-clients.ts';
import { quickCloud } from '../support/quick-cloud.ts';
import { seededApplicant } from '../support/seeded-applicant.ts';

const user = 'canary@example.org';
const folder = mkdtempSync(join(tmpdir(), 'canary-'));
const assembly = join(root, '.cache', `canary-${process.pid}`);

let cloud: LocalCloud;
const failures: string[] = [];

/** Runs the schedule at the next quarter hour. */
const runSmokeTest = () => cloud.runSchedules(new Date('2026-11-22T12:15:00Z'));
const alarm = () => cloud.alarms().find(({ name }) => name === 'CanaryFails');

async function setPassword(password: string) {
  const secret = cloud.outputs['Matricula-dev/Canary/Password/Resource'];
  const client = new SecretsManagerClient(clientSettings(cloud));
  await client.send(new PutSecretValueCommand({ SecretId: secret, SecretString: password }));
}

describe('the canary', () => {
  beforeAll(async () => {
    await withBuildLock(() =>
      synth(assembly.slice(root.length + 1), { checked: false, context: { canary: user } }),
    );
    cloud = await startLocalCloud({
      assembly,
      data: join(folder, 'data'),
      port: 0,
      ...quickCloud,
      programs: { SOFFICE: 'soffice' },
      log: () => {},
      onFunctionError: (path, { message }) => void failures.push(`${path}: ${message}`),
    });
    await seededApplicant(cloud, user);
  }, 300_000);
  afterAll(async () => {
    await cloud?.close();
    for (const made of [folder, assembly]) rmSync(made, { recursive: true, force: true });
  });

  it('fires while no smoke test has run', () => {
    expect(alarm()?.state).toBe('ALARM');
  });

  it('logs in, saves, converts documents, gets a PDF and cleans up, every quarter of an hour', async () => {
    await setPassword(goodPassword);
    await cloud.runSchedules(new Date('2026-11-22T12:10:00Z'));
    expect(alarm()?.state).toBe('ALARM');
    await runSmokeTest();
    expect(failures).toEqual([]);
    expect(alarm()?.state).toBe('OK');
  }, 300_000);

  it('fails and names the check when an applicant could not log in', async () => {
    await setPassword('Another-password-2027');
    await runSmokeTest();
    expect(failures).toEqual([
      expect.stringMatching(
        /Canary\/SmokeTest.*: Failed: Logging in, with cookies that only this site gets$/,
      ),
    ]);
  }, 300_000);
});
