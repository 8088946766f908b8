import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
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
import { ApiClient, newAddress } from '../support/applicant.ts';
import { clientSettings } from '../support/aws-clients.ts';
import { withCloud, withoutDeliveries } from '../support/cloud.ts';
import { conversionEnded, conversionOf, upload } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { completeAnswers } from '../support/form.ts';
import {
  auditLogOf,
  functionName,
  operatorArn,
  runOperatorCommand,
  staffTokenFor,
  tokenPurpose,
} from '../support/operator.ts';
import { readPdf } from '../support/pdf-reading.ts';
import { type Person, person } from '../support/person.ts';
import { pdf } from '../support/samples.ts';
import { setInItems } from '../support/table.ts';

const cloud = withCloud(withoutDeliveries);
const notValid = {
  status: 403,
  body: { message: 'This link is not valid or has expired. Ask the person who sent it for a new one.' },
};

const read = (token: string, path = '/service/tmp-pdf') =>
  new ApiClient(cloud()).call('GET', `${path}?service_token=${encodeURIComponent(token)}`);

const adasAddress = newAddress();
let ada: Person;
let grace: Person;
let silent: Person;
beforeAll(async () => {
  const addresses = [adasAddress, newAddress(), newAddress()];
  const applicants = addresses.map((address) => person(cloud(), address));
  [ada, grace, silent] = (await Promise.all(applicants)) as [Person, Person, Person];
  await ada.call('PUT', '/api/answer', { answer: { first_name: 'Ada', felony: 'N' } });
  await grace.call('PUT', '/api/answer', { answer: { first_name: 'Grace' } });
});
const adas = { first_name: 'Ada', felony: 'N', felony_desc: 'No' };

const partsOf = (token: string) => {
  const [header = '', payload = '', signature = ''] = token.split('.');
  return { header, payload, signature };
};
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(partsOf(token).payload, 'base64url').toString()) as Record<string, string | number>;
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

const output = (path: RegExp) => Object.entries(cloud().outputs).find(([each]) => path.test(each))?.[1] ?? '';
const secretId = () => output(/ServiceTokenSecret\/Resource$/);
const secretNow = async () =>
  (
    await new SecretsManagerClient(clientSettings(cloud())).send(
      new GetSecretValueCommand({ SecretId: secretId() }),
    )
  ).SecretString ?? '';

/** A token with these claims, signed with any key. */
const forged = (claims: object, key: string, header: object = { alg: 'HS256', typ: 'JWT' }) => {
  const text = `${encoded(header)}.${encoded(claims)}`;
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
};

describe('service token', () => {
  it('opens one application with its answers, counts, documents and tabs [CA-28] [EN-20]', async () => {
    await ada.call('PUT', '/api/add-another', { button_id: 'college', num_components: 3 });
    await ada.call('PUT', '/api/tabs', { tab_id: 'activities_tab', chosen_tab: 'upload' });
    const { token } = await staffTokenFor(cloud(), ada);
    const response = await read(token);
    expect(response).toMatchObject({ status: 200 });
    expect(response.body).toEqual({
      answer: adas,
      add_another: { college: 3 },
      document_answer: {},
      tabs: { activities_tab: 'upload' },
      username: adasAddress,
      receipt: null,
      checklist: {},
      hidden: [],
    });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('tells whose application it is, its confirmation number and the time of its submission', async () => {
    const username = newAddress();
    const applicant = await person(cloud(), username);
    await applicant.call('PUT', '/api/answer', { answer: completeAnswers });
    const { body } = await applicant.call('POST', '/api/submit');
    const { token } = await staffTokenFor(cloud(), applicant);
    const { confirmation, submitted_at } = body;
    expect(confirmation).toMatch(/^NLU-/);
    expect((await read(token)).body).toMatchObject({ username, receipt: { confirmation, submitted_at } });
  });

  it('tells that a submission came within the grace after a deadline', async () => {
    const applicant = await person(cloud());
    await applicant.call('PUT', '/api/answer', { answer: completeAnswers });
    await applicant.call('POST', '/api/submit');
    const late = { deadline: 'early', label: 'Early decision', minutes: 12 };
    await setInItems(cloud(), 'SUBMISSION#', { attribute: 'late', value: late });
    const { token } = await staffTokenFor(cloud(), applicant);
    expect((await read(token)).body).toMatchObject({ receipt: { late } });
    expect((await applicant.call('GET', '/api/profile')).status).toBe(200);
  });

  it('shows a draft as it is now', async () => {
    const { token } = await staffTokenFor(cloud(), grace);
    await grace.call('PUT', '/api/answer', { answer: { middle_name: 'Brewster' } });
    expect((await read(token)).body.answer).toEqual({ first_name: 'Grace', middle_name: 'Brewster' });
  });

  it('of one applicant never shows another', async () => {
    const { token } = await staffTokenFor(cloud(), ada);
    const { token: others } = await staffTokenFor(cloud(), grace);
    expect((await read(token)).body.answer).toEqual(adas);
    expect((await read(others)).body.answer).toMatchObject({ first_name: 'Grace' });
    const { header, signature } = partsOf(token);
    expect(await read(`${header}.${partsOf(others).payload}.${signature}`)).toMatchObject(notValid);
  });

  it('opens no applicant call, and a session opens no staff call', async () => {
    const { token } = await staffTokenFor(cloud(), ada);
    for (const path of ['/api/profile', '/api/pdf']) expect((await read(token, path)).status).toBe(401);
    expect(await ada.call('GET', '/service/tmp-pdf')).toMatchObject(notValid);
  });

  it('is valid for 15 minutes by default and 60 at most', async () => {
    const { token } = await staffTokenFor(cloud(), ada, 3_600);
    const { iat, exp, aud } = claimsOf(token);
    expect([Number(exp) - Number(iat), aud]).toEqual([3_600, 'service']);
    const user = await functionName(ada);
    for (const seconds of [0, 3_601, 1.5])
      expect(
        await runOperatorCommand(cloud(), { command: 'issue-token', user, seconds, purpose: tokenPurpose }),
      ).toEqual({
        refused: 'seconds: a whole number from 1 to 3600.',
      });
  });

  it('is issued only to an identity that AWS confirms for this very command', async () => {
    const settings = clientSettings(cloud());
    const name = operatorFunction('dev', 'link');
    const command = { command: 'issue-token', user: await functionName(ada), seconds: 900, purpose: 'x' };
    const { proof } = JSON.parse(new TextDecoder().decode(await signedCommand(settings, name, command)));
    const forged = { ...proof, authorization: proof.authorization.replace(/.{8}$/, '00000000') };
    const otherName = operatorFunction('dev', 'export');
    const elsewhere = JSON.parse(
      new TextDecoder().decode(await signedCommand(settings, otherName, command)),
    ).proof;
    const unsigned = { ...proof, authorization: proof.authorization.replace(`;${commandHeader}`, '') };
    const refusals = [
      [command, /proof of its sender/],
      [{ by: operatorArn, command }, /proof of its sender/],
      [{ proof: forged, command }, /could not verify.*SignatureDoesNotMatch/],
      [{ proof: elsewhere, command }, /signature is for another command/],
      [{ proof, command: { ...command, user: 'other@example.org' } }, /signature is for another command/],
      [{ proof: unsigned, command }, /signature is for another command/],
    ] as const;
    for (const [request, why] of refusals) {
      const { Payload } = await new LambdaClient(settings).send(
        new InvokeCommand({ FunctionName: name, Payload: JSON.stringify(request) }),
      );
      expect(JSON.parse(new TextDecoder().decode(Payload))).toEqual({ refused: expect.stringMatching(why) });
    }
  });

  it('is not issued for an address without an account', async () => {
    expect(
      await runOperatorCommand(cloud(), {
        command: 'issue-token',
        user: newAddress(),
        seconds: 900,
        purpose: tokenPurpose,
      }),
    ).toEqual({
      refused: 'No applicant has this email address.',
    });
  });
});

describe('invalid service token: shows no data [SV-20]', () => {
  it.each(['', 'x', 'a.b.c', '...', 'x'.repeat(1_500)])('%j is rejected', async (token) => {
    expect(await read(token)).toMatchObject(notValid);
    expect(await read(token, '/service/pdf')).toMatchObject(notValid);
  });

  it('a missing token is rejected', async () => {
    expect(await new ApiClient(cloud()).call('GET', '/service/tmp-pdf')).toMatchObject(notValid);
  });

  it('a token that was changed in any part is rejected', async () => {
    const { token } = await staffTokenFor(cloud(), ada);
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
    ])
      expect(await read(wrong)).toMatchObject(notValid);
    expect((await read(token)).status).toBe(200);
  });

  it.each(['=', '==', '!!', '%0A', ' ', 'A', 'AAAA', '\u00e4', '.'])(
    'a token followed by %j is rejected',
    async (junk) => {
      const { token } = await staffTokenFor(cloud(), ada);
      expect(await read(`${token}${junk}`)).toMatchObject(notValid);
    },
  );

  it('a token whose last letter has other spare bits is rejected', async () => {
    const { token } = await staffTokenFor(cloud(), ada);
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const last = letters[letters.indexOf(token.at(-1) ?? '') + 1] ?? expect.unreachable();
    const bytes = (text: string) => Buffer.from(partsOf(text).signature, 'base64url').toString('hex');
    const other = `${token.slice(0, -1)}${last}`;
    expect(bytes(other)).toBe(bytes(token));
    expect(await read(other)).toMatchObject(notValid);
  });

  it('a token signed with another key, or for another use, is rejected', async () => {
    const { token } = await staffTokenFor(cloud(), ada);
    const claims = claimsOf(token);
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
    const claims = claimsOf((await staffTokenFor(cloud(), ada)).token);
    const key = await secretNow();
    expect(await read(forged({ ...claims, jti: 'none' }, key))).toMatchObject(notValid);
    expect(await read(forged({ ...claims, jti: other.jti }, key))).toMatchObject(notValid);
  });

  it('an expired token is rejected', async () => {
    const { token } = await staffTokenFor(cloud(), ada, 1);
    await eventually(async () => expect(await read(token)).toMatchObject(notValid));
    const key = await secretNow();
    const stretched = { ...claimsOf(token), exp: Number(claimsOf(token).exp) + 600 };
    expect(await read(forged(stretched, key))).toMatchObject(notValid);
  });

  it('a token that says that it has expired is rejected, even while the table keeps it longer', async () => {
    const claims = claimsOf((await staffTokenFor(cloud(), ada)).token);
    const key = await secretNow();
    const ended = Number(claims.iat) - 1;
    expect(await read(forged({ ...claims, iat: ended - 60, exp: ended }, key))).toMatchObject(notValid);
    expect((await read(forged(claims, key))).status).toBe(200);
  });

  it('a revoked token is rejected immediately, and no other token', async () => {
    const [one, other] = [await staffTokenFor(cloud(), ada), await staffTokenFor(cloud(), ada)];
    expect((await read(one.token)).status).toBe(200);
    expect(await runOperatorCommand(cloud(), { command: 'revoke-token', jti: one.jti })).toEqual({});
    expect(await read(one.token)).toMatchObject(notValid);
    expect(await read(one.token, '/service/pdf')).toMatchObject(notValid);
    expect((await read(other.token)).status).toBe(200);
    expect(await runOperatorCommand(cloud(), { command: 'revoke-token', jti: 'none' })).toEqual({
      refused: 'There is no staff link with this ID. Check the ID that was printed with the link.',
    });
  });
});

it('service token: the audit log records who issued and revoked it and each use, without addresses or tokens', async () => {
  const { token, jti } = await staffTokenFor(cloud(), ada);
  await read(token);
  await read(token, '/service/pdf');
  await runOperatorCommand(cloud(), { command: 'revoke-token', jti });
  await read(token);
  const auditLog = await auditLogOf(cloud(), adasAddress);
  const entries = auditLog.filter(({ names }) => names.includes(jti));
  expect(entries.map(({ event, route, names }) => [event, route, names])).toEqual([
    ['service-token', undefined, [jti]],
    ['service-read', 'GET /service/tmp-pdf', [jti]],
    ['service-read', 'GET /service/pdf', [jti]],
    ['service-revoke', undefined, [jti]],
    ['service-refused', 'GET /service/tmp-pdf', [jti]],
  ]);
  expect(entries[0]).toMatchObject({ by: operatorArn, purpose: tokenPurpose });
  for (const reading of [entries[1], entries[2], entries[4]])
    expect(reading).toMatchObject({
      issuer: operatorArn,
      purpose: tokenPurpose,
      from: expect.stringMatching(/^[\w-]{16}$/),
      request: expect.any(String),
    });
  const issuedBy = entries.filter(({ event }) => /^service-(token|revoke)$/.test(event));
  expect(issuedBy).toHaveLength(2);
  const messages = readFileSync(`${cloud().data}/logs/functions.jsonl`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).message);
  for (const { by, request } of issuedBy) {
    expect(by).toBe(operatorArn);
    expect(messages).toContainEqual(expect.objectContaining({ by, request }));
  }
  expect(JSON.stringify(entries)).not.toContain('127.0.0.1');
  expect(JSON.stringify(entries)).not.toContain(partsOf(token).signature);
});

describe('application for staff', () => {
  /** Answers that the applicant's other choices hide. A page that was closed too early sends such answers. */
  const hidden = {
    citizenship: 'MEX',
    alien_registration_number: 'SECRET-A99',
    sat_score_math: '700',
    residence_state: 'OH',
  };
  const choices = { citizenship_type: '1', test_optional: 'Y', michigan_residence: 'Y' };
  const seenBy = async (client: ApiClient) => (await read((await staffTokenFor(cloud(), client)).token)).body;
  const convert = async (client: ApiClient, key: string, name: string) => {
    await upload(client, key, name, await pdf());
    await conversionEnded(client, conversionOf(key));
  };

  it('leaves out what the applicant’s choices have hidden, in a draft and once submitted', async () => {
    const client = await person(cloud());
    await client.call('PUT', '/api/answer', { answer: { ...completeAnswers, ...hidden, ...choices } });
    const draft = await seenBy(client);
    const emptied = Object.fromEntries(Object.keys(hidden).map((key) => [key, '']));
    expect(draft.answer).toMatchObject({ ...choices, ...emptied, citizenship_desc: '' });
    const response = await client.call('POST', '/api/submit');
    expect(response.status).toBe(200);
    const { confirmation, submitted_at } = response.body;
    expect(await seenBy(client)).toEqual({ ...draft, receipt: { confirmation, submitted_at } });
    expect(JSON.stringify(await seenBy(client))).not.toContain('SECRET');
  });

  it('lists only files that exist, whatever a page claimed [SV-08, EN-09]', async () => {
    const client = await person(cloud());
    await client.call('PUT', '/api/answer', {
      answer: { first_name: 'Ada', transcript_document: 'ANSWERED' },
    });
    expect(await seenBy(client)).toMatchObject({ answer: { transcript_document: '' }, document_answer: {} });
    const own = async () => (await client.call('GET', '/api/profile')).body.answer;
    expect(await own()).toMatchObject({ transcript_document: '' });
    await convert(client, 'transcript_document', 'grades.pdf');
    const answered = { transcript_document: 'ANSWERED' };
    expect(await seenBy(client)).toMatchObject({
      answer: answered,
      document_answer: { transcript_document: { file_name: 'grades.pdf' } },
    });
    expect(await own()).toMatchObject(answered);
  });

  describe('GET /service/document-answer/{answer_key}', () => {
    const username = newAddress();
    let owner: ApiClient;
    beforeAll(async () => {
      owner = await person(cloud(), username);
      await owner.call('PUT', '/api/answer', { answer: { first_name: 'Ada' } });
      await convert(owner, 'transcript_document', 'grades.pdf');
    });
    const path = (key: string) => `/service/document-answer/${key}`;
    const transcript = path('transcript_document');

    it('opens a file that the view lists, and the audit log has which one, who issued the link and why', async () => {
      const { token, jti } = await staffTokenFor(cloud(), owner);
      const response = await read(token, transcript);
      expect(response.status).toBe(302);
      const location = response.headers.get('location') ?? '';
      expect(new URL(location).searchParams.get('X-Amz-Expires')).toBe('60');
      const file = await fetch(location);
      expect(file.headers.get('content-type')).toBe('application/pdf');
      expect(file.headers.get('content-disposition')).toBe('inline; filename="transcript_document.pdf"');
      expect(new TextDecoder().decode((await file.arrayBuffer()).slice(0, 5))).toBe('%PDF-');
      const auditLog = await auditLogOf(cloud(), username);
      expect(auditLog.find(({ event }) => event === 'service-read')).toMatchObject({
        names: [jti, 'transcript_document'],
        route: 'GET /service/document-answer/{answer_key}',
        ...{ issuer: operatorArn, purpose: tokenPurpose },
      });
      const missing = { status: 404, body: { message: 'This application has no such file.' } };
      expect(await read(token, path('felony_document'))).toMatchObject(missing);
      expect((await read(token, path('constructor'))).status).toBe(400);
    });

    it('opens none without a token, by one that ended or by that of another applicant', async () => {
      expect(await new ApiClient(cloud()).call('GET', transcript)).toMatchObject(notValid);
      expect(await owner.call('GET', transcript)).toMatchObject(notValid);
      const { token: others } = await staffTokenFor(cloud(), grace);
      expect((await read(others, transcript)).status).toBe(404);
      const { token: short } = await staffTokenFor(cloud(), owner, 1);
      await eventually(async () => expect(await read(short, transcript)).toMatchObject(notValid));
      const { token, jti } = await staffTokenFor(cloud(), owner);
      await runOperatorCommand(cloud(), { command: 'revoke-token', jti });
      expect(await read(token, transcript)).toMatchObject(notValid);
    });
  });

  it('leaves out a file that a choice has hidden, while its owner keeps it until submitting [CC-02]', async () => {
    const client = await person(cloud());
    const answers = { ...completeAnswers, felony: 'Y', felony_comment: 'It was a mistake.' };
    await client.call('PUT', '/api/answer', { answer: answers });
    await convert(client, 'felony_document', 'court.pdf');
    const file = { felony_document: { file_name: 'court.pdf' } };
    expect((await seenBy(client)).document_answer).toMatchObject(file);
    await client.call('PUT', '/api/answer', { answer: { felony: 'N', felony_document: '' } });
    expect(await seenBy(client)).toMatchObject({ answer: { felony_document: '' }, document_answer: {} });
    const { token } = await staffTokenFor(cloud(), client);
    expect((await read(token, '/service/document-answer/felony_document')).status).toBe(404);
    const { body } = await client.call('GET', '/api/profile');
    expect(body).toMatchObject({ answer: { felony_document: '' }, document_answer: file });
    expect((await client.call('POST', '/api/submit')).status).toBe(200);
    expect(await seenBy(client)).toMatchObject({
      answer: { felony: 'N', felony_document: '', felony_comment: '' },
      document_answer: {},
    });
  });
});

describe('GET /service/pdf', () => {
  const from = (site: string, mode: string, dest: string) => ({
    'sec-fetch-site': site,
    'sec-fetch-mode': mode,
    'sec-fetch-dest': dest,
  });
  /** When the user follows a link, the browser sends no Origin header. */
  const open = (path: string, headers: Readonly<Record<string, string>>) =>
    new Promise<number | undefined>((resolve, reject) => {
      // Node's fetch always sets Sec-Fetch-Mode itself.
      get(cloud().url + path, { headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).on('error', reject);
    });

  it.each(['cross-site', 'same-site'])('opens from a link in a mail or a CRM (%s)', async (site) => {
    const { token } = await staffTokenFor(cloud(), ada);
    const path = `/service/pdf?service_token=${token}`;
    expect([202, 302]).toContain(await open(path, from(site, 'navigate', 'document')));
    expect(await open('/service/pdf?service_token=x', from(site, 'navigate', 'document'))).toBe(403);
  });

  it.each([
    ['a frame', 'navigate', 'iframe'],
    ['an embedded object', 'navigate', 'object'],
    ['a script', 'no-cors', 'script'],
    ['an image', 'no-cors', 'image'],
    ['fetch', 'cors', 'empty'],
  ])('stays closed to another site by %s', async (_name, mode, dest) => {
    const { token } = await staffTokenFor(cloud(), ada);
    expect(await open(`/service/pdf?service_token=${token}`, from('cross-site', mode, dest))).toBe(403);
  });

  it('and links to files are the only calls that a link on another site opens', async () => {
    const { token } = await staffTokenFor(cloud(), ada);
    for (const path of [`/service/tmp-pdf?service_token=${token}`, '/public/tmp?token=x', '/api/logout'])
      expect(await open(path, from('cross-site', 'navigate', 'document')), path).toBe(403);
  });

  it('responds with 202 until the PDF is ready, then redirects to it [PD-06]', async () => {
    await ada.call('PUT', '/api/answer', { answer: completeAnswers });
    const { token } = await staffTokenFor(cloud(), ada);
    expect(await read(token, '/service/pdf')).toMatchObject({ status: 202, body: { status: 'UNPROCESSED' } });
    const ready = await eventually(async () => {
      const response = await read(token, '/service/pdf');
      expect(response.status).toBe(302);
      return response;
    });
    const location = ready.headers.get('location') ?? '';
    expect(new URL(location).searchParams.get('X-Amz-Expires')).toBe('60');
    const file = await fetch(location);
    expect(file.headers.get('content-type')).toBe('application/pdf');
    const { text } = await readPdf(new Uint8Array(await file.arrayBuffer()));
    expect(text).toContain('Lindgren');
  });

  it('gives a browser a page that waits, and a program JSON', async () => {
    const { token } = await staffTokenFor(cloud(), grace);
    const open = (accept: string, given = token) =>
      fetch(`${cloud().url}/service/pdf?service_token=${given}`, { headers: { accept }, redirect: 'manual' });
    const browsers = 'text/html,application/xhtml+xml,*/*;q=0.8';
    const page = await open(browsers);
    expect([page.status, page.headers.get('content-type')]).toEqual([202, 'text/html; charset=utf-8']);
    expect(page.headers.get('retry-after')).toBeNull();
    const html = await page.text();
    expect(html).toContain("We're preparing the PDF.");
    expect(html).toContain('http-equiv="refresh"');
    for (const accept of ['*/*', 'application/json']) {
      const response = await open(accept);
      expect([202, 302]).toContain(response.status);
      expect(response.headers.get('content-type')).toBe('application/json');
    }
    await eventually(async () => expect((await open(browsers)).status).toBe(302));
    const refused = await open(browsers, 'wrong');
    expect([refused.status, refused.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8']);
    const words = await refused.text();
    expect(words).toContain('This link is not valid or has expired.');
    expect(words).not.toContain('refresh');
  });

  it('reports that there are no answers yet', async () => {
    const { token } = await staffTokenFor(cloud(), silent);
    expect(await read(token, '/service/pdf')).toMatchObject({
      status: 404,
      body: { message: 'This application has no answers yet.' },
    });
  });
});

it('service token: the logs of the functions never contain one', async () => {
  const { token } = await staffTokenFor(cloud(), ada);
  await read(token);
  const { signature, payload } = partsOf(token);
  await eventually(() => {
    const logs = readFileSync(`${cloud().data}/logs/functions.jsonl`, 'utf8');
    expect(logs).toContain('GET /service/tmp-pdf');
    expect(logs).not.toContain(signature);
    expect(logs).not.toContain(payload);
    expect(logs).not.toContain('service_token');
  });
});

it('service token: stays valid after the key was rotated', async () => {
  const { token } = await staffTokenFor(cloud(), ada);
  const claims = claimsOf(token);
  const [old, key] = [await secretNow(), 'a new key, chosen by an operator'];
  await new SecretsManagerClient(clientSettings(cloud())).send(
    new PutSecretValueCommand({ SecretId: secretId(), SecretString: key }),
  );
  expect(key).not.toBe(old);
  await eventually(async () => expect((await read(forged(claims, key))).status).toBe(200));
  expect((await read(token)).status).toBe(200);
});
