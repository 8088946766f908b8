import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { dataModel } from '../../shared/form/index.ts';
import { ApiClient } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { application, completeAnswers } from '../support/form.ts';
import { tableOf } from '../support/table.ts';

const cloud = withCloud();
const keep = (answer: unknown) => new ApiClient(cloud()).call('POST', '/public/tmp', { answer });
const read = (token: unknown) =>
  new ApiClient(cloud()).call('GET', `/public/tmp?token=${encodeURIComponent(String(token))}`);
const unknown = {
  status: 404,
  body: { message: "We couldn't find answers for this link. It may have expired." },
};

const table = () => tableOf(cloud()).documents;
const TableName = () => tableOf(cloud()).TableName;

describe('device link', () => {
  it('returns the answers as the bare map that was stored [TM-01] [CA-27]', async () => {
    const answer = Object.fromEntries(
      Object.entries(completeAnswers).filter(([key]) => !/_document$|^(felony|conviction|alien)/.test(key)),
    );
    const response = await keep(answer);
    expect(response).toMatchObject({
      status: 200,
      body: { message: 'This link works for 24 hours.', ignored: [] },
    });
    expect(response.body.token).toMatch(/^[\w-]{43}$/);
    expect(response.body.url).toBe(`${cloud().url}/about?token=${response.body.token}`);
    const { status, body, headers } = await read(response.body.token);
    expect({ status, body }).toEqual({ status: 200, body: answer });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('returns the labels of codes, whatever labels were sent [EN-04]', async () => {
    const answer = { gender: 'F', country: 'CAN', state: 'ON', state_desc: 'Ohio' };
    const { body } = await keep(answer);
    expect((await read(body.token)).body).toEqual({
      ...answer,
      gender_desc: 'Female',
      country_desc: 'Canada',
      state_desc: 'Ontario',
    });
  });

  it.each(['', 'x', 'A'.repeat(43), '__proto__', 'x'.repeat(1_500)])(
    'does not find answers for the unknown token %j [TM-04]',
    async (token) => {
      expect(await read(token)).toMatchObject(unknown);
    },
  );

  it('responds with 404 without a token', async () => {
    expect(await new ApiClient(cloud()).call('GET', '/public/tmp')).toMatchObject(unknown);
  });

  it('can be opened 20 times and no more', async () => {
    const { body } = await keep({ first_name: 'Ada' });
    for (let reading = 0; reading < 20; reading++) expect((await read(body.token)).status).toBe(200);
    expect(await read(body.token)).toMatchObject(unknown);
  });

  it('stores only the hash of its token', async () => {
    const { body } = await keep({ first_name: 'Ada' });
    const { Items = [] } = await table().send(new ScanCommand({ TableName: TableName() }));
    expect(JSON.stringify(Items)).not.toContain(String(body.token));
  });

  it('leaves out files and unknown keys, and lists them', async () => {
    const { body } = await keep({ first_name: 'Ada', transcript_document: 'ANSWERED', no_such: 'x' });
    expect(body.ignored).toEqual(['no_such', 'transcript_document']);
    expect((await read(body.token)).body).toEqual({ first_name: 'Ada' });
  });

  it('omits immigration numbers and legal history, because anyone with the link can read it', async () => {
    const sensitive = {
      citizenship_type: '2',
      alien_registration_number: 'A12345678',
      felony: 'Y',
      felony_comment: 'once',
      conviction: 'Y',
      conviction_comment: 'twice',
    };
    const { body } = await keep({ first_name: 'Ada', ...sensitive });
    const { citizenship_type, ...left } = sensitive;
    expect(body.ignored).toEqual(expect.arrayContaining(Object.keys(left)));
    const { body: carried } = await read(body.token);
    expect(carried).toMatchObject({ first_name: 'Ada', citizenship_type });
    expect(Object.keys(carried).filter((key) => /alien|felony|conviction/.test(key))).toEqual([]);
  });

  it.each([
    ['no object', 'x', 'answer: an object of keys and values is expected.'],
    ['a number', { first_name: 7 }, 'first_name must be text.'],
    ['too long a text', { first_name: 'x'.repeat(46) }, 'first_name is longer than 45 characters.'],
  ])('rejects answers that are %s', async (_name, answer, message) => {
    expect(await keep(answer)).toMatchObject({ status: 400, body: { message } });
  });

  it('rejects answers of more than 64 KB', async () => {
    const texts = [...dataModel(application)].filter(
      ([key, { type }]) => type === 'text' && !key.endsWith('_document'),
    );
    const full = texts.map(([key, { maxLength }]) => [key, '漢'.repeat(maxLength)] as const);
    expect(await keep(Object.fromEntries(full))).toMatchObject({
      status: 413,
      body: { message: 'Your answers are too long to continue on another device.' },
    });
  });

  it('opens nothing else: its holder stays anonymous [TM-03]', async () => {
    const { body } = await keep({ first_name: 'Ada' });
    for (const path of ['/api/profile', '/service/tmp-pdf']) {
      const response = await new ApiClient(cloud()).call('GET', `${path}?token=${body.token}`);
      expect([401, 403]).toContain(response.status);
    }
  });

  it('rejects requests from another site', async () => {
    const response = await new ApiClient(cloud()).send('POST', '/public/tmp', {
      body: '{"answer":{}}',
      headers: { 'content-type': 'application/json', origin: 'https://elsewhere.example' },
    });
    expect(response.status).toBe(403);
  });
});

it('device link: allows 120 an hour from one source address', async () => {
  const statuses: number[] = [];
  for (let tried = 0; tried < 121 && statuses.at(-1) !== 429; tried++)
    statuses.push((await keep({ first_name: 'Ada' })).status);
  expect(statuses.at(-1)).toBe(429);
});

describe('error report', () => {
  const trouble = { page: '/about', name: 'TypeError', message: 'x is not a function', stack: 'at Page' };
  const tell = (body: object, from?: string) =>
    new ApiClient(cloud(), from).call('POST', '/public/trouble', body);
  const logged = (message: string) =>
    readFileSync(join(cloud().data, 'logs', 'functions.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).message)
      .filter(({ error }) => error?.message.includes(message));

  it('is written to the log [DG-16]', async () => {
    expect(await tell(trouble)).toMatchObject({
      status: 200,
      body: { message: 'The issue has been logged.' },
    });
    const { page, ...error } = trouble;
    expect(logged(trouble.message)).toContainEqual(expect.objectContaining({ page, error }));
  });

  it('counts for the alarm only when two networks send reports', async () => {
    const events = async (from: string, message: string) => {
      await tell({ ...trouble, message }, from);
      return logged(message).map(({ event }) => event);
    };
    for (const each of ['first', 'second', 'third'])
      expect(await events('127.0.0.9', each)).toEqual(['page.crashed-in-one-network']);
    expect(await events('127.0.3.1', 'fourth')).toEqual(['page.crashed']);
    expect(await events('127.0.0.9', 'fifth')).toEqual(['page.crashed']);
  });

  it('is written without addresses and without numbers like those of Social Security', async () => {
    const typed = 'ada@example.org ssn 123-45-6789 or 123456789, A012345678';
    await tell({ page: `/about/${typed}`, name: typed, message: `quoted ${typed}`, stack: typed });
    const [line] = logged('quoted');
    expect(line.error.message).toBe('quoted (address) ssn (number) or (number), (number)');
    expect(JSON.stringify(line)).not.toMatch(/ada@|6789|12345/);
  });

  it.each([{ stack: 'x'.repeat(2_001) }, { page: 1 }, { answer: 'Ada' }])(
    'is rejected with %j',
    async (wrong) => {
      expect((await tell({ ...trouble, ...wrong })).status).toBe(400);
    },
  );
});
