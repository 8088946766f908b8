import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { beforeAll, describe, expect, it } from 'vitest';
import { signedCommand } from '../../scripts/operator/ask.ts';
import { commandHeader } from '../../shared/api/caller-proof.ts';
import { operatorFunction } from '../../shared/api/operator.ts';
import { ApiClient } from '../support/applicant.ts';
import { clientOf, clientSettings } from '../support/aws-clients.ts';
import { withCloud, withoutDeliveries } from '../support/cloud.ts';
import { eventually } from '../support/eventually.ts';
import {
  auditLogOf,
  operatorArn,
  runOperatorCommand,
  staffTokenFor,
  tokenPurpose,
} from '../support/operator.ts';
import { type Person, person } from '../support/person.ts';

const cloud = withCloud(withoutDeliveries);
const notValid = {
  status: 403,
  body: { message: 'This link is not valid or has expired. Ask the person who sent it for a new one.' },
};

const read = (token: string, path = '/service/tmp-pdf') =>
  new ApiClient(cloud()).call('GET', `${path}?service_token=${encodeURIComponent(token)}`);

let ada: Person;
let grace: Person;
beforeAll(async () => {
  [ada, grace] = [await person(cloud()), await person(cloud())];
  await ada.save({ first_name: 'Ada', felony: 'N' });
  await grace.save({ first_name: 'Grace' });
});
const tokenFor = async (client: Person) => (await staffTokenFor(cloud(), client)).token;

const partsOf = (token: string) => {
  const [header = '', payload = '', signature = ''] = token.split('.');
  return { header, payload, signature };
};
const claimsOf = (token: string): Readonly<Record<string, string | number>> =>
  JSON.parse(Buffer.from(partsOf(token).payload, 'base64url').toString());
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

const secrets = () => clientOf(cloud(), SecretsManagerClient);
const secretId = () =>
  Object.entries(cloud().outputs).find(([path]) => path.endsWith('ServiceTokenSecret/Resource'))?.[1];
const secretNow = async () =>
  (await secrets().send(new GetSecretValueCommand({ SecretId: secretId() }))).SecretString ?? '';

/** A token with these claims, signed with any key. */
const forged = (claims: object, key: string, header: object = { alg: 'HS256', typ: 'JWT' }) => {
  const text = `${encoded(header)}.${encoded(claims)}`;
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
};

describe('service token', () => {
  it('opens one application with its answers, counts, documents and tabs [CA-28] [EN-20]', async () => {
    await ada.call('PUT', '/api/add-another', { button_id: 'college', num_components: 3 });
    await ada.call('PUT', '/api/tabs', { tab_id: 'activities_tab', chosen_tab: 'upload' });
    const response = await read(await tokenFor(ada));
    expect(response).toMatchObject({ status: 200 });
    expect(response.body).toEqual({
      answer: { first_name: 'Ada', felony: 'N', felony_desc: 'No' },
      add_another: { college: 3 },
      document_answer: {},
      tabs: { activities_tab: 'upload' },
      username: ada.username,
      receipt: null,
      checklist: {},
      hidden: [],
    });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('of one applicant never shows another, and shows a draft as it is now', async () => {
    const [token, others] = [await tokenFor(ada), await tokenFor(grace)];
    await grace.save({ middle_name: 'Brewster' });
    expect((await read(token)).body.answer).toMatchObject({ first_name: 'Ada' });
    expect((await read(others)).body.answer).toEqual({ first_name: 'Grace', middle_name: 'Brewster' });
    const { header, signature } = partsOf(token);
    expect(await read(`${header}.${partsOf(others).payload}.${signature}`)).toMatchObject(notValid);
  });

  it('opens no applicant call, and a session opens no staff call', async () => {
    const token = await tokenFor(ada);
    for (const path of ['/api/profile', '/api/pdf']) expect((await read(token, path)).status).toBe(401);
    expect(await ada.get('/service/tmp-pdf')).toMatchObject(notValid);
  });

  it('is valid for 60 minutes at most', async () => {
    const { iat, exp, aud } = claimsOf((await staffTokenFor(cloud(), ada, 3_600)).token);
    expect([Number(exp) - Number(iat), aud]).toEqual([3_600, 'service']);
    const command = { command: 'issue-token', user: ada.username, purpose: tokenPurpose } as const;
    for (const seconds of [0, 3_601, 1.5])
      expect(await runOperatorCommand(cloud(), { ...command, seconds })).toEqual({
        refused: 'seconds: a whole number from 1 to 3600.',
      });
  });

  it('is issued only to an identity that AWS confirms for this very command', async () => {
    const settings = clientSettings(cloud());
    const name = operatorFunction('dev', 'link');
    const command = { command: 'issue-token', user: ada.username, seconds: 900, purpose: 'x' };
    const proofFor = async (functionName: string) =>
      JSON.parse(new TextDecoder().decode(await signedCommand(settings, functionName, command))).proof;
    const proof = await proofFor(name);
    const forgedProof = { ...proof, authorization: proof.authorization.replace(/.{8}$/, '00000000') };
    const elsewhere = await proofFor(operatorFunction('dev', 'export'));
    const unsigned = { ...proof, authorization: proof.authorization.replace(`;${commandHeader}`, '') };
    const refusals = [
      [command, /proof of its sender/],
      [{ by: operatorArn, command }, /proof of its sender/],
      [{ proof: forgedProof, command }, /could not verify.*SignatureDoesNotMatch/],
      [{ proof: elsewhere, command }, /signature is for another command/],
      [{ proof, command: { ...command, user: 'other@example.org' } }, /signature is for another command/],
      [{ proof: unsigned, command }, /signature is for another command/],
    ] as const;
    for (const [request, why] of refusals) {
      const invoke = new InvokeCommand({ FunctionName: name, Payload: JSON.stringify(request) });
      const { Payload } = await clientOf(cloud(), LambdaClient).send(invoke);
      expect(JSON.parse(new TextDecoder().decode(Payload))).toEqual({ refused: expect.stringMatching(why) });
    }
  });

  it('leaves entries in the audit log: who issued and revoked it and each use, without addresses or tokens', async () => {
    const { token, jti } = await staffTokenFor(cloud(), ada);
    await read(token);
    await read(token, '/service/pdf');
    await runOperatorCommand(cloud(), { command: 'revoke-token', jti });
    await read(token);
    const entries = (await auditLogOf(cloud(), ada.username)).filter(({ names }) => names.includes(jti));
    const reading = {
      ...{ issuer: operatorArn, purpose: tokenPurpose },
      from: expect.stringMatching(/^[\w-]{16}$/),
      request: expect.any(String),
    };
    expect(entries).toMatchObject([
      { event: 'service-token', by: operatorArn, purpose: tokenPurpose },
      { event: 'service-read', route: 'GET /service/tmp-pdf', ...reading },
      { event: 'service-read', route: 'GET /service/pdf', ...reading },
      { event: 'service-revoke', by: operatorArn },
      { event: 'service-refused', route: 'GET /service/tmp-pdf', ...reading },
    ]);
    const { signature, payload } = partsOf(token);
    for (const secret of ['127.0.0.1', signature]) expect(JSON.stringify(entries)).not.toContain(secret);
    const logs = readFileSync(`${cloud().data}/logs/functions.jsonl`, 'utf8');
    for (const secret of [signature, payload, 'service_token']) expect(logs).not.toContain(secret);
    const messages = logs
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).message);
    for (const { by, request } of entries.filter(({ event }) => /^service-(token|revoke)$/.test(event)))
      expect(messages).toContainEqual(expect.objectContaining({ by, request }));
  });
});

describe('invalid service token: shows no data [SV-20]', () => {
  it('a missing or made-up token is rejected', async () => {
    expect(await new ApiClient(cloud()).call('GET', '/service/tmp-pdf')).toMatchObject(notValid);
    for (const token of ['', 'a.b.c', '...', 'x'.repeat(1_500)])
      for (const path of ['/service/tmp-pdf', '/service/pdf'])
        expect(await read(token, path), token).toMatchObject(notValid);
  });

  it('a token that was changed in any part is rejected', async () => {
    const token = await tokenFor(ada);
    const { header, payload, signature } = partsOf(token);
    const later = encoded({ ...claimsOf(token), exp: Number(claimsOf(token).exp) + 60 });
    const none = encoded({ alg: 'none', typ: 'JWT' });
    const flipped = `${signature[0] === 'A' ? 'B' : 'A'}${signature.slice(1)}`;
    for (const wrong of [
      `${header}.${later}.${signature}`,
      `${header}.${payload}.${flipped}`,
      `${header}.${payload}.`,
      `${header}.${payload}`,
      `${none}.${payload}.`,
      `${none}.${payload}.${signature}`,
      `${token}.${signature}`,
      ...['=', '!!', '%0A', ' ', 'A', 'AAAA', '\u00e4', '.'].map((junk) => `${token}${junk}`),
    ])
      expect(await read(wrong), wrong).toMatchObject(notValid);
    expect((await read(token)).status).toBe(200);
  });

  it('a token whose last letter has other spare bits is rejected', async () => {
    const token = await tokenFor(ada);
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const last = letters[letters.indexOf(token.at(-1) ?? '') + 1] ?? expect.unreachable();
    const bytes = (text: string) => Buffer.from(partsOf(text).signature, 'base64url').toString('hex');
    const other = `${token.slice(0, -1)}${last}`;
    expect(bytes(other)).toBe(bytes(token));
    expect(await read(other)).toMatchObject(notValid);
  });

  it('a token signed with another key, or for another use, is rejected', async () => {
    const claims = claimsOf(await tokenFor(ada));
    const key = await secretNow();
    expect(await read(forged(claims, 'guessed'))).toMatchObject(notValid);
    expect(await read(forged({ ...claims, aud: 'applicant' }, key))).toMatchObject(notValid);
    expect(await read(forged({ ...claims, scope: 'write' }, key))).toMatchObject(notValid);
    const longer = { ...claims, exp: Number(claims.iat) + 3_601 };
    expect(await read(forged(longer, key))).toMatchObject(notValid);
    expect(await read(forged(claims, key, { alg: 'HS256', typ: 'JWT', kid: 'x' }))).toMatchObject(notValid);
    expect((await read(forged(claims, key))).status).toBe(200);
  });

  it('a token that we signed but never issued, or issued for another applicant, is rejected', async () => {
    const other = await staffTokenFor(cloud(), grace);
    const claims = claimsOf(await tokenFor(ada));
    const key = await secretNow();
    expect(await read(forged({ ...claims, jti: 'none' }, key))).toMatchObject(notValid);
    expect(await read(forged({ ...claims, jti: other.jti }, key))).toMatchObject(notValid);
  });

  it('an expired token is rejected', async () => {
    const { token } = await staffTokenFor(cloud(), ada, 1);
    await eventually(async () => expect(await read(token)).toMatchObject(notValid));
    const stretched = { ...claimsOf(token), exp: Number(claimsOf(token).exp) + 600 };
    expect(await read(forged(stretched, await secretNow()))).toMatchObject(notValid);
  });

  it('a token that says that it has expired is rejected, even while the table keeps it longer', async () => {
    const claims = claimsOf(await tokenFor(ada));
    const key = await secretNow();
    const ended = Number(claims.iat) - 1;
    expect(await read(forged({ ...claims, iat: ended - 60, exp: ended }, key))).toMatchObject(notValid);
    expect((await read(forged(claims, key))).status).toBe(200);
  });

  it('a revoked token is rejected immediately, and no other token', async () => {
    const [one, other] = [await staffTokenFor(cloud(), ada), await tokenFor(ada)];
    expect((await read(one.token)).status).toBe(200);
    expect(await runOperatorCommand(cloud(), { command: 'revoke-token', jti: one.jti })).toEqual({});
    for (const path of ['/service/tmp-pdf', '/service/pdf'])
      expect(await read(one.token, path)).toMatchObject(notValid);
    expect((await read(other)).status).toBe(200);
  });
});

it('service token: stays valid after the key was rotated', async () => {
  const token = await tokenFor(ada);
  const key = 'a new key, chosen by an operator';
  await secrets().send(new PutSecretValueCommand({ SecretId: secretId(), SecretString: key }));
  await eventually(async () => expect((await read(forged(claimsOf(token), key))).status).toBe(200));
  expect((await read(token)).status).toBe(200);
});
