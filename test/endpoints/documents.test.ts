import { ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import type { ApiClient } from '../support/applicant.ts';
import { withCloud, withoutDeliveries } from '../support/cloud.ts';
import { conversionEnded, conversionOf, upload } from '../support/documents.ts';
import { completeAnswers } from '../support/form.ts';
import { duringConversion } from '../support/held-calls.ts';
import { readPdf } from '../support/pdf-reading.ts';
import { person, samePerson } from '../support/person.ts';
import { pdf } from '../support/samples.ts';
import { tableOf } from '../support/table.ts';

const cloud = withCloud(withoutDeliveries);
const untouched = samePerson(cloud);
const key = 'transcript_document';

/** The URL and form fields for the upload of a file. */
async function room(client: ApiClient) {
  const { body } = await client.call('POST', '/api/presigned-url', { answer_key: key });
  return body as { readonly url: string; readonly fields: Readonly<Record<string, string>> };
}

async function send({ url, fields }: Awaited<ReturnType<typeof room>>, bytes: Uint8Array) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([Uint8Array.from(bytes)]), 'any.pdf');
  return (await fetch(url, { method: 'POST', body: form })).status;
}

const table = () => tableOf(cloud()).documents;
const TableName = () => tableOf(cloud()).TableName;

async function itemOf(object_key: string | undefined) {
  const { Items = [] } = await table().send(new ScanCommand({ TableName: TableName() }));
  const item = Items.find((each) => each.object_key === object_key);
  if (item === undefined) throw new Error(`No item has the object key ${object_key}.`);
  return item;
}

describe('document', () => {
  it('reports its status, and is listed with name and size once it is converted [EN-18, EN-19, EN-23, FO-42, CA-15, CA-16, CA-17, CA-18, CA-20, UP-27]', async () => {
    const client = await person(cloud());
    const states = async () => (await client.call('GET', conversionOf(key))).body;
    expect(await states()).toEqual({ status: 'NOT_ANSWERED', message: '', error: '' });
    const bytes = await pdf();
    await upload(client, key, 'grades.pdf', bytes);
    expect(['UNPROCESSED', 'IN_PROGRESS', 'COMPLETED']).toContain((await states()).status);
    expect(await conversionEnded(client, conversionOf(key))).toEqual({
      status: 'COMPLETED',
      message: '',
      error: '',
    });
    expect((await client.call('GET', '/api/document-answer')).body).toEqual({
      [key]: { file_name: 'grades.pdf', file_size: bytes.length },
    });
  });

  it('has the name of its file without what is not seen in it', async () => {
    const client = await person(cloud());
    await upload(client, key, 'annex\u202efdp.pdf', await pdf());
    await conversionEnded(client, conversionOf(key));
    const { body } = await client.call('GET', '/api/document-answer');
    expect(body[key]).toMatchObject({ file_name: 'annexfdp.pdf' });
    const { fields } = await room(client);
    const unnamed = { file_key: fields.key, file_name: '\u200b.pdf' };
    expect(await client.call('POST', conversionOf(key), unnamed)).toMatchObject({
      status: 400,
      body: { message: 'Your file has no name before its extension. Please rename your file.' },
    });
  });

  it('shows the converted file only to its owner', async () => {
    const client = await person(cloud());
    const view = `/api/document-answer/${key}`;
    expect(await client.call('GET', view)).toMatchObject({
      status: 404,
      body: { message: "We couldn't find your converted file. Please upload it again." },
    });
    await upload(client, key, 'essay.pdf', await pdf({ texts: ['I play the cello.'] }));
    await conversionEnded(client, conversionOf(key));
    const { status, headers } = await client.call('GET', view);
    expect([status, headers.get('retry-after')]).toEqual([302, null]);
    const shown = await fetch(String(headers.get('location')));
    expect(shown.headers.get('content-type')).toBe('application/pdf');
    expect(shown.headers.get('content-disposition')).toBe(`inline; filename="${key}.pdf"`);
    const { pages } = await readPdf(new Uint8Array(await shown.arrayBuffer()));
    expect(pages.map(({ text }) => text)).toEqual(['I play the cello.']);
    expect((await (await person(cloud())).call('GET', view)).status).toBe(404);
  });

  it('is removed together with its conversion [CA-19, CA-21]', async () => {
    const client = await person(cloud());
    await upload(client, key, 'grades.pdf', await pdf());
    await conversionEnded(client, conversionOf(key));
    expect((await client.call('DELETE', `/api/document-answer/${key}`)).status).toBe(200);
    expect((await client.call('GET', '/api/document-answer')).body).toEqual({});
    expect((await client.call('DELETE', conversionOf(key))).status).toBe(200);
    expect((await client.call('GET', conversionOf(key))).body).toMatchObject({ status: 'NOT_ANSWERED' });
  });

  it('can be sent 120 times within an hour, and is then refused with the time to wait', async () => {
    const client = await person(cloud());
    const { pk } = await itemOf((await room(client)).fields.key);
    const setCount = (count: number, since: number) =>
      table().send(
        new UpdateCommand({
          TableName: TableName(),
          Key: { pk, sk: 'UPLOADS' },
          UpdateExpression: 'SET #count = :count, since = :since',
          ConditionExpression: '#count > :none',
          ExpressionAttributeNames: { '#count': 'count' },
          ExpressionAttributeValues: { ':count': count, ':since': since, ':none': 0 },
        }),
      );
    const ask = () => client.call('POST', '/api/presigned-url', { answer_key: key });
    await setCount(119, Date.now() - 1_800_000);
    expect((await ask()).status).toBe(200);
    const { status, body, headers } = await ask();
    expect([status, body.message]).toEqual([429, "That's a lot of files in an hour."]);
    const wait = Number(headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(1_800);
    await setCount(120, Date.now() - 3_600_001);
    expect((await ask()).status).toBe(200);
  });

  const cancel = `${conversionOf(key)}?only=replacement`;
  const viewed = (client: ApiClient) => client.call('GET', `/api/document-answer/${key}`);
  const linkOf = async (client: ApiClient) => String((await viewed(client)).headers.get('location'));
  const listed = async (client: ApiClient) => (await client.call('GET', '/api/document-answer')).body;
  const pagesOf = async (client: ApiClient) => {
    const file = await fetch(await linkOf(client));
    return (await readPdf(new Uint8Array(await file.arrayBuffer()))).pages.map(({ text }) => text);
  };
  const olderPages = async () => (await readPdf(await pdf())).pages.map(({ text }) => text);
  /** S3 returns 403 for a missing object if the caller has no permission to list the bucket. */
  const gone = 403;

  const newerPages = ['I play the cello.'];
  const newer = () => pdf({ texts: newerPages });

  /** Converts a file, and returns a link to it. */
  async function attached(client: ApiClient) {
    await upload(client, key, 'older.pdf', await pdf());
    await conversionEnded(client, conversionOf(key));
    return linkOf(client);
  }

  /** Converts a file and replaces it with another upload. Returns a link to the first. */
  async function replacing(client: ApiClient, name: 'newer.pdf' | 'damaged.pdf') {
    const older = await attached(client);
    const files = {
      'newer.pdf': newer,
      'damaged.pdf': async () => new TextEncoder().encode('%PDF-1.7 no'),
    };
    await upload(client, key, name, await files[name]());
    return older;
  }

  it('stays attached until its replacement is converted, and is then removed', async () => {
    const client = await person(cloud());
    await upload(client, key, 'older.pdf', await pdf());
    await conversionEnded(client, conversionOf(key));
    const older = await linkOf(client);
    await room(client);
    expect(await listed(client)).toMatchObject({ [key]: { file_name: 'older.pdf' } });
    expect(await pagesOf(client)).toEqual(await olderPages());
    await upload(client, key, 'newer.pdf', await newer());
    await conversionEnded(client, conversionOf(key));
    expect(await listed(client)).toMatchObject({ [key]: { file_name: 'newer.pdf' } });
    expect(await pagesOf(client)).toEqual(newerPages);
    expect((await fetch(older)).status).toBe(gone);
  });

  it('stays attached when its replacement is canceled or fails', async () => {
    const client = await person(cloud());
    await attached(client);
    await duringConversion(cloud(), { client, key }, async () => {
      expect((await client.call('DELETE', cancel)).status).toBe(200);
      expect(await listed(client)).toMatchObject({ [key]: { file_name: 'older.pdf' } });
      expect((await client.call('GET', conversionOf(key))).body.status).toBe('COMPLETED');
    });
    await replacing(client, 'damaged.pdf');
    expect((await conversionEnded(client, conversionOf(key))).status).toBe('FAILED');
    await client.call('DELETE', cancel);
    expect(await listed(client)).toMatchObject({ [key]: { file_name: 'older.pdf' } });
    expect(await pagesOf(client)).toEqual(await olderPages());
  });

  it('is restored when its replacement was canceled at the moment of its end', async () => {
    const client = await person(cloud());
    await replacing(client, 'newer.pdf');
    await conversionEnded(client, conversionOf(key));
    await client.call('DELETE', cancel);
    expect(await listed(client)).toMatchObject({ [key]: { file_name: 'older.pdf' } });
    expect(await pagesOf(client)).toEqual(await olderPages());
  });

  it('is removed together with its replacement', async () => {
    const client = await person(cloud());
    const older = await attached(client);
    await duringConversion(cloud(), { client, key }, async () => {
      await client.call('DELETE', conversionOf(key));
      expect(await listed(client)).toEqual({});
      expect((await fetch(older)).status).toBe(gone);
    });
    await replacing(client, 'newer.pdf');
    await client.call('DELETE', `/api/document-answer/${key}`);
    expect(await listed(client)).toEqual({});
    expect((await client.call('GET', conversionOf(key))).body.status).toBe('NOT_ANSWERED');
  });

  it('is not removed by canceling a replacement that never began, or that has taken its place', async () => {
    const client = await person(cloud());
    await upload(client, key, 'older.pdf', await pdf());
    await conversionEnded(client, conversionOf(key));
    expect((await client.call('DELETE', cancel)).status).toBe(200);
    expect(await listed(client)).toMatchObject({ [key]: { file_name: 'older.pdf' } });
    await upload(client, key, 'newer.pdf', await newer());
    await conversionEnded(client, conversionOf(key));
    await listed(client);
    expect((await client.call('DELETE', cancel)).status).toBe(200);
    expect(await listed(client)).toMatchObject({ [key]: { file_name: 'newer.pdf' } });
  });

  it('is not submitted when its replacement was converted, even if the page never asked', async () => {
    const client = await person(cloud());
    await client.call('PUT', '/api/answer', { answer: completeAnswers });
    const older = await replacing(client, 'newer.pdf');
    await conversionEnded(client, conversionOf(key));
    expect((await client.call('POST', '/api/submit')).status).toBe(200);
    expect(await listed(client)).toMatchObject({ [key]: { file_name: 'newer.pdf' } });
    expect((await fetch(older)).status).toBe(gone);
  });

  it('delays submitting during its conversion, but no longer', async () => {
    const client = await person(cloud());
    await client.call('PUT', '/api/answer', { answer: completeAnswers });
    await duringConversion(cloud(), { client, key }, async () =>
      expect(await client.call('POST', '/api/submit')).toMatchObject({
        status: 409,
        body: { message: 'Please wait until the file upload has completed.' },
      }),
    );
    await conversionEnded(client, conversionOf(key));
    expect((await client.call('POST', '/api/submit')).status).toBe(200);
  });

  it('is rejected by S3 when it is empty or larger than 1 MB [UP-03, UP-06]', async () => {
    const client = await person(cloud());
    expect(await send(await room(client), new Uint8Array())).toBe(400);
    expect(await send(await room(client), new Uint8Array(1_048_577))).toBe(400);
    expect(await send(await room(client), new Uint8Array(1_048_576))).toBeLessThan(300);
  });

  it('cannot replace the document of another applicant [RO-12]', async () => {
    const [client, other] = [await person(cloud()), await person(cloud())];
    const mine = await room(client);
    const stolen = { ...mine, fields: { ...mine.fields, key: (await room(other)).fields.key ?? '' } };
    expect(await send(stolen, await pdf())).toBe(403);
    const body = { file_key: (await room(other)).fields.key, file_name: 'a.pdf' };
    expect(await client.call('POST', conversionOf(key), body)).toMatchObject({
      status: 400,
      body: { message: 'We did not receive your file. Please try again.' },
    });
  });

  it.each([
    ['a question that is none', '/api/presigned-url', { answer_key: 'no_such_document' }],
    ['a question that takes no file', '/api/presigned-url', { answer_key: 'first_name' }],
    ['a path for a key', '/api/presigned-url', { answer_key: '../secrets' }],
    ['a file of another type', conversionOf(key), { file_key: 'x', file_name: 'virus.exe' }],
    ['a name that is too long', conversionOf(key), { file_key: 'x', file_name: `${'a'.repeat(29)}.pdf` }],
    ['a name with a path', conversionOf(key), { file_key: 'x', file_name: '../evil.pdf' }],
    ['a name of two lines', conversionOf(key), { file_key: 'x', file_name: 'a"\nb.pdf' }],
    ['a file that never came', conversionOf(key), { file_key: 'uploads/x/y/z', file_name: 'a.pdf' }],
  ])('with %s is rejected with a message', async (_name, path, body) => {
    const client = await untouched();
    const response = await client.call('POST', path, body);
    expect(response.status).toBe(400);
    expect(response.body.message).toMatch(/\w+.*/);
    if (_name.startsWith('a name')) expect(response.body.message).not.toContain('receive');
  });
});

it('application PDF: reports its status, gives a link when it is ready, and contains the new answer after a change, and not the old one [EN-17, EN-23, CA-22, PD-02, PD-03, PD-07]', async () => {
  const client = await person(cloud());
  const copy = async () => (await client.call('GET', '/api/pdf')).body;
  expect(await copy()).toEqual({ status: 'NOT_ANSWERED', url: '' });
  const copyWith = async (first_name: string) => {
    await client.call('PUT', '/api/answer', { answer: { first_name } });
    expect(await copy()).toEqual({ status: 'UNPROCESSED', url: '' });
    const { status, url } = await conversionEnded(client, '/api/pdf');
    expect(status).toBe('COMPLETED');
    const response = await fetch(String(url));
    expect(response.headers.get('content-type')).toBe('application/pdf');
    return (await readPdf(new Uint8Array(await response.arrayBuffer()))).text;
  };
  expect(await copyWith('Adelheid')).toContain('Adelheid');
  const newer = await copyWith('Brunhilde');
  expect(newer).toContain('Brunhilde');
  expect(newer).not.toContain('Adelheid');
});
