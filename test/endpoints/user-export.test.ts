import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  AdminCreateUserCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { goodPassword, newAddress } from '../support/applicant.ts';
import { clientSettings, s3Of } from '../support/aws-clients.ts';
import { withCloud } from '../support/cloud.ts';
import { signedUp } from '../support/person.ts';

const complaints: string[] = [];
const cloud = withCloud({ log: (complaint) => void complaints.push(complaint) });

const bucket = () => cloud().outputs['Matricula-dev/Data/UserExports/Resource'] ?? expect.unreachable();
const pool = () => cloud().outputs['Matricula-dev/Data/Applicants/Pool/Resource'] ?? expect.unreachable();
const s3 = () => s3Of(cloud());
const cognito = () => new CognitoIdentityProviderClient(clientSettings(cloud()));

/** Runs what is due at the hour of the export, and returns the key and the text of the only file. */
async function exportUsers() {
  await cloud().runSchedules(new Date('2026-11-22T07:00:00Z'));
  expect(complaints).toEqual([]);
  const { Contents = [] } = await s3().send(new ListObjectsV2Command({ Bucket: bucket() }));
  expect(Contents).toHaveLength(1);
  const Key = Contents[0]?.Key ?? '';
  const { Body } = await s3().send(new GetObjectCommand({ Bucket: bucket(), Key }));
  return { key: Key, text: (await Body?.transformToString()) ?? '' };
}

describe('the daily list of users', () => {
  it('has the address and state of each user, and no password or hash', async () => {
    const [confirmed, waiting] = [newAddress(), newAddress()];
    const applicant = await signedUp(cloud(), confirmed);
    const created = { UserPoolId: pool(), Username: waiting, MessageAction: 'SUPPRESS' } as const;
    await cognito().send(new AdminCreateUserCommand(created));
    const { key, text } = await exportUsers();
    expect(key).toMatch(/^users\/\d{4}-\d\d-\d\d\.jsonl$/);
    const users = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
    const user = { applicant: expect.any(String), isEnabled: true, created: time, changed: time };
    expect(users).toEqual([
      { ...user, email: confirmed, isVerified: true, status: 'CONFIRMED' },
      { ...user, email: waiting, isVerified: false, status: 'FORCE_CHANGE_PASSWORD' },
    ]);
    expect((await applicant.call('GET', '/api/profile')).body.username).toBe(confirmed);
    const kept = readFileSync(join(cloud().data, 'cognito/users', `${users[0].applicant}.json`), 'utf8');
    const { passwordHash } = JSON.parse(kept);
    expect(passwordHash).toEqual(expect.any(String));
    for (const secret of [goodPassword, passwordHash]) expect(text).not.toContain(secret);
  });

  it('has every user when they fill several pages of Cognito', async () => {
    const addresses = Array.from({ length: 61 }, newAddress);
    for (const Username of addresses)
      await cognito().send(
        new AdminCreateUserCommand({ UserPoolId: pool(), Username, MessageAction: 'SUPPRESS' }),
      );
    const { text } = await exportUsers();
    expect(addresses.filter((address) => !text.includes(`"${address}"`))).toEqual([]);
  });
});
