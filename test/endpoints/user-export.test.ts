import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  AdminCreateUserCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import { goodPassword, newAddress } from '../support/applicant.ts';
import { clientOf, s3Of } from '../support/aws-clients.ts';
import { withCloud } from '../support/cloud.ts';
import { person } from '../support/person.ts';

const complaints: string[] = [];
const cloud = withCloud({ log: (complaint) => void complaints.push(complaint) });
const output = (id: string) => cloud().outputs[`Matricula-dev/Data/${id}/Resource`];

/** Runs what is due at the hour of the export, and returns the key and the text of the only file. */
async function exportUsers() {
  await cloud().runSchedules(new Date('2026-11-22T07:00:00Z'));
  expect(complaints).toEqual([]);
  const Bucket = output('UserExports');
  const { Contents = [] } = await s3Of(cloud()).send(new ListObjectsV2Command({ Bucket }));
  const [Key = '', ...others] = Contents.map((each) => each.Key);
  expect(others).toEqual([]);
  const { Body } = await s3Of(cloud()).send(new GetObjectCommand({ Bucket, Key }));
  return { key: Key, text: (await Body?.transformToString()) ?? '' };
}

it('the daily list of users has the address and state of each user, over pages of Cognito, and no password or hash', async () => {
  const { username, sub } = await person(cloud());
  const waiting = Array.from({ length: 61 }, newAddress);
  for (const Username of waiting)
    await clientOf(cloud(), CognitoIdentityProviderClient).send(
      new AdminCreateUserCommand({
        ...{ UserPoolId: output('Applicants/Pool'), Username, MessageAction: 'SUPPRESS' },
      }),
    );
  const { key, text } = await exportUsers();
  expect(key).toMatch(/^users\/\d{4}-\d\d-\d\d\.jsonl$/);
  const users = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
  const user = { applicant: expect.any(String), isEnabled: true, created: time, changed: time };
  const unconfirmed = { ...user, isVerified: false, status: 'FORCE_CHANGE_PASSWORD' };
  expect(users).toHaveLength(62);
  expect(users).toEqual(
    expect.arrayContaining([
      { ...user, applicant: sub, email: username, isVerified: true, status: 'CONFIRMED' },
      ...waiting.map((email) => ({ ...unconfirmed, email })),
    ]),
  );
  const { passwordHash } = JSON.parse(readFileSync(join(cloud().data, `cognito/users/${sub}.json`), 'utf8'));
  for (const secret of [goodPassword, passwordHash]) expect(text).not.toContain(secret);
});
