import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { ApiClient, goodPassword, newAddress } from '../../support/applicant.ts';
import { clientSettings, s3Of } from '../../support/aws-clients.ts';
import { withCloud } from '../../support/cloud.ts';
import { signedUp } from '../../support/person.ts';
import { runCommand } from '../../support/run-here.ts';

const cloud = withCloud({ log: () => {} });
const folder = mkdtempSync(join(tmpdir(), 'users-'));

const run = (...args: readonly string[]) => runCommand('ops', 'import-users', ...args);
const local = () => ['--data', cloud().data, '--port', String(cloud().port)];

const written = (name: string, text: string) => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};

describe('npx matricula ops import-users', () => {
  const ref = (path: string) =>
    cloud().outputs[`Matricula-dev/Data/${path}/Resource`] ?? expect.unreachable();

  async function exportedUsers() {
    await cloud().runSchedules(new Date('2026-11-22T07:00:00Z'));
    const s3 = s3Of(cloud());
    const Bucket = ref('UserExports');
    const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket }));
    const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key: Contents.at(-1)?.Key ?? '' }));
    return (await Body?.transformToString()) ?? '';
  }

  it('gives users whose accounts were lost their applications back, after they chose a new password', async () => {
    const username = newAddress();
    const before = await signedUp(cloud(), username);
    await before.call('PUT', '/api/answer', { answer: { first_name: 'Ada' }, revision: 0 });
    const waiting = newAddress();
    const cognito = new CognitoIdentityProviderClient(clientSettings(cloud()));
    const UserPoolId = ref('Applicants/Pool');
    const unverified = { UserPoolId, Username: waiting, MessageAction: 'SUPPRESS' } as const;
    await cognito.send(new AdminCreateUserCommand(unverified));
    const list = await exportedUsers();
    for (const Username of [username, waiting])
      await cognito.send(new AdminDeleteUserCommand({ UserPoolId, Username }));

    const file = written('lost.jsonl', list);
    const { code, out } = await run(file, ...local());
    expect(out).toBe('1 created, 0 existed, 1 left out: unverified or disabled.\n');
    expect(code).toBe(0);
    expect((await run(file, ...local())).out).toMatch(/^0 created, 1 existed, /);

    const visitor = new ApiClient(cloud());
    const post = async (path: string, body: object) =>
      (await visitor.call('POST', path, { username, ...body })).status;
    expect(await post('/public/login', { password: goodPassword })).not.toBe(200);
    expect(await post('/public/forgot-password', {})).toBe(200);
    const id = /[?&]id=([\w.]+)/.exec(cloud().mail(username)[0]?.text ?? '')?.[1];
    const password = 'Another-Horse-9!';
    expect(await post('/public/reset-password', { id, password, confirm_password: password })).toBe(200);
    expect(await post('/public/login', { password })).toBe(200);
    const { body } = await visitor.call('GET', '/api/profile');
    expect(body).toMatchObject({ username });
    expect(JSON.stringify(body)).toContain('Ada');
    const [sub] = JSON.stringify(list).match(/[0-9a-f-]{36}/) ?? [];
    expect(await exportedUsers()).toContain(`"applicant":"${sub}"`);
  });

  it('refuses a user without an id, and does not print it', async () => {
    const { code, error } = await run(written('wrong.jsonl', '{"email":"ada@example.org"}\n'), ...local());
    expect(error).toMatch(/^Line 1 of \S+ is not a user of a list/);
    expect(error).not.toContain('ada@example.org');
    expect(code).toBe(1);
  });
});
