import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { dataModel } from '../../shared/form/index.ts';
import { ApiClient, newNetwork } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { application, completeAnswers } from '../support/form.ts';
import { tableOf } from '../support/table.ts';

const cloud = withCloud();
const keep = (answer: unknown, from?: string) =>
  new ApiClient(cloud(), from).call('POST', '/public/tmp', { answer });
const read = (token: unknown) =>
  new ApiClient(cloud()).call('GET', `/public/tmp?token=${encodeURIComponent(String(token))}`);
const unknown = {
  status: 404,
  body: { message: "We couldn't find answers for this link. It may have expired." },
};

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
    const { body } = await keep({ country: 'CAN', state: 'ON', state_desc: 'Ohio' });
    expect((await read(body.token)).body).toEqual({
      ...{ country: 'CAN', country_desc: 'Canada', state: 'ON', state_desc: 'Ontario' },
    });
  });

  it.each(['', 'x', 'A'.repeat(43), 'x'.repeat(1_500)])(
    'does not find answers for the unknown token %j [TM-04]',
    async (token) => {
      expect(await read(token)).toMatchObject(unknown);
    },
  );

  it('can be opened 20 times and no more', async () => {
    const { body } = await keep({ first_name: 'Ada' });
    for (let reading = 0; reading < 20; reading++) expect((await read(body.token)).status).toBe(200);
    expect(await read(body.token)).toMatchObject(unknown);
  });

  it('is stored by the hash of its token, and opens nothing else: its holder stays anonymous [TM-03]', async () => {
    const { token } = (await keep({ first_name: 'Ada' })).body;
    const { documents, TableName } = tableOf(cloud());
    const { Items = [] } = await documents.send(new ScanCommand({ TableName }));
    expect(JSON.stringify(Items)).not.toContain(String(token));
    const get = async (path: string) =>
      (await new ApiClient(cloud()).call('GET', `${path}?token=${token}`)).status;
    expect([await get('/api/profile'), await get('/service/tmp-pdf')]).toEqual([401, 403]);
  });

  it('omits immigration numbers and legal history, because anyone with the link can read it, and files and unknown keys', async () => {
    const omitted = {
      ...{ no_such: 'x', transcript_document: 'ANSWERED', alien_registration_number: 'A12345678' },
      ...{ felony: 'Y', felony_comment: 'once', conviction: 'Y', conviction_comment: 'twice' },
    };
    const carried = { first_name: 'Ada', citizenship_type: '2' };
    const { token, ignored } = (await keep({ ...carried, ...omitted })).body;
    expect(ignored).toEqual(expect.arrayContaining(Object.keys(omitted)));
    const { body } = await read(token);
    expect(body).toMatchObject(carried);
    expect(Object.keys(body).filter((key) => key in omitted)).toEqual([]);
    expect(JSON.stringify(body)).not.toMatch(/alien|felony|conviction/);
  });

  it('rejects answers that cannot be stored, or have more than 64 KB', async () => {
    for (const [answer, message] of [
      ['x', 'answer: an object of keys and values is expected.'],
      [{ first_name: 7 }, 'first_name must be text.'],
    ])
      expect(await keep(answer)).toMatchObject({ status: 400, body: { message } });
    const full = [...dataModel(application)]
      .filter(([key, { type }]) => type === 'text' && !key.endsWith('_document'))
      .map(([key, { maxLength }]) => [key, '漢'.repeat(maxLength)] as const);
    expect(await keep(Object.fromEntries(full))).toMatchObject({
      status: 413,
      body: { message: 'Your answers are too long to continue on another device.' },
    });
  });

  it('is given 120 times an hour to one network', async () => {
    const network = newNetwork();
    const all = Array.from({ length: 121 }, () => keep({ first_name: 'Ada' }, network));
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([...Array(120).fill(200), 429]);
  });
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
    for (const each of ['first', 'second'])
      expect(await events('127.0.0.9', each)).toEqual(['page.crashed-in-one-network']);
    expect(await events('127.0.3.1', 'third')).toEqual(['page.crashed']);
    expect(await events('127.0.0.9', 'fourth')).toEqual(['page.crashed']);
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
