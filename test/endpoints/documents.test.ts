import { describe, expect, it } from 'vitest';
import { withCloud, withoutDeliveries } from '../support/cloud.ts';
import {
  conversionEnded,
  conversionOf,
  type UploadForm,
  upload,
  uploadFormFor,
} from '../support/documents.ts';
import { completeAnswers } from '../support/form.ts';
import { duringConversion } from '../support/held-calls.ts';
import { readPdf } from '../support/pdf-reading.ts';
import { type Person, person, samePerson } from '../support/person.ts';
import { pdf } from '../support/samples.ts';
import { setInItems } from '../support/table.ts';

const cloud = withCloud(withoutDeliveries);
const untouched = samePerson(cloud);
const key = 'transcript_document';
const view = `/api/document-answer/${key}`;

async function send({ url, fields }: UploadForm, bytes: Uint8Array) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([Uint8Array.from(bytes)]), 'any.pdf');
  return (await fetch(url, { method: 'POST', body: form })).status;
}

const listed = async (client: Person) => (await client.get('/api/document-answer')).body;
const linkOf = async (client: Person) => String((await client.get(view)).headers.get('location'));
const statusOf = async (client: Person) => (await client.get(conversionOf(key))).body.status;

describe('document', () => {
  it('reports its status, and is listed with name and size once it is converted [EN-18, EN-19, EN-23, FO-42, CA-15, CA-16, CA-17, CA-18, CA-20, UP-27]', async () => {
    const client = await person(cloud());
    const ended = { message: '', error: '' };
    expect((await client.get(conversionOf(key))).body).toEqual({ status: 'NOT_ANSWERED', ...ended });
    const bytes = await pdf();
    await upload(client, key, 'grades.pdf', bytes);
    expect(['UNPROCESSED', 'IN_PROGRESS', 'COMPLETED']).toContain(await statusOf(client));
    expect(await conversionEnded(client, conversionOf(key))).toEqual({ status: 'COMPLETED', ...ended });
    expect(await listed(client)).toEqual({ [key]: { file_name: 'grades.pdf', file_size: bytes.length } });
  });

  it('has the name of its file without what is not seen in it', async () => {
    const client = await person(cloud());
    await client.upload(key, 'annex\u202efdp.pdf', await pdf());
    expect(await listed(client)).toMatchObject({ [key]: { file_name: 'annexfdp.pdf' } });
    const { fields } = await uploadFormFor(client, key);
    const unnamed = { file_key: fields.key, file_name: '\u200b.pdf' };
    expect(await client.post(conversionOf(key), unnamed)).toMatchObject({
      status: 400,
      body: { message: 'Your file has no name before its extension. Please rename your file.' },
    });
  });

  it('shows the converted file only to its owner', async () => {
    const client = await person(cloud());
    expect(await client.get(view)).toMatchObject({
      status: 404,
      body: { message: "We couldn't find your converted file. Please upload it again." },
    });
    await client.upload(key, 'essay.pdf', await pdf({ texts: ['I play the cello.'] }));
    const { status, headers } = await client.get(view);
    expect([status, headers.get('retry-after')]).toEqual([302, null]);
    const shown = await fetch(String(headers.get('location')));
    expect(shown.headers.get('content-type')).toBe('application/pdf');
    expect(shown.headers.get('content-disposition')).toBe(`inline; filename="${key}.pdf"`);
    const { pages } = await readPdf(new Uint8Array(await shown.arrayBuffer()));
    expect(pages.map(({ text }) => text)).toEqual(['I play the cello.']);
    expect((await (await untouched()).get(view)).status).toBe(404);
  });

  it('is removed together with its conversion [CA-19, CA-21]', async () => {
    const client = await person(cloud());
    await client.upload(key, 'grades.pdf', await pdf());
    expect((await client.call('DELETE', view)).status).toBe(200);
    expect(await listed(client)).toEqual({});
    expect((await client.call('DELETE', conversionOf(key))).status).toBe(200);
    expect(await statusOf(client)).toBe('NOT_ANSWERED');
  });

  it('can be sent 120 times within an hour, and is then refused with the time to wait', async () => {
    const client = await person(cloud());
    const ask = () => client.post('/api/presigned-url', { answer_key: key });
    await ask();
    await setInItems(cloud(), 'UPLOADS', { attribute: 'count', value: 119 });
    await setInItems(cloud(), 'UPLOADS', { attribute: 'since', value: Date.now() - 1_800_000 });
    expect((await ask()).status).toBe(200);
    const { status, body, headers } = await ask();
    expect([status, body.message]).toEqual([429, "That's a lot of files in an hour."]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(1_800);
    await setInItems(cloud(), 'UPLOADS', { attribute: 'since', value: Date.now() - 3_600_001 });
    expect((await ask()).status).toBe(200);
  });

  it('is rejected by S3 when it is empty or larger than 1 MB [UP-03, UP-06]', async () => {
    const client = await person(cloud());
    expect(await send(await uploadFormFor(client, key), new Uint8Array())).toBe(400);
    expect(await send(await uploadFormFor(client, key), new Uint8Array(1_048_577))).toBe(400);
    expect(await send(await uploadFormFor(client, key), new Uint8Array(1_048_576))).toBeLessThan(300);
  });

  it('cannot replace the document of another applicant [RO-12]', async () => {
    const [client, other] = [await person(cloud()), await person(cloud())];
    const mine = await uploadFormFor(client, key);
    const theirs = (await uploadFormFor(other, key)).fields.key ?? '';
    expect(await send({ ...mine, fields: { ...mine.fields, key: theirs } }, await pdf())).toBe(403);
    expect(await client.post(conversionOf(key), { file_key: theirs, file_name: 'a.pdf' })).toMatchObject({
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
    ['a file that never came', conversionOf(key), { file_key: 'uploads/x/y/z', file_name: 'a.pdf' }],
  ])('with %s is rejected with a message', async (what, path, body) => {
    const response = await (await untouched()).post(path, body);
    expect(response.status).toBe(400);
    expect(response.body.message).toMatch(/\w+.*/);
    if (what.startsWith('a name')) expect(response.body.message).not.toContain('receive');
  });
});

describe('document that is replaced', () => {
  const newer = () => pdf({ texts: ['I play the cello.'] });
  const cancel = (client: Person) => client.call('DELETE', `${conversionOf(key)}?only=replacement`);
  const attached = (file_name: string) => ({ [key]: expect.objectContaining({ file_name }) });

  async function withOlder(): Promise<Person> {
    const client = await person(cloud());
    await client.upload(key, 'older.pdf', await pdf());
    return client;
  }

  it('stays attached until its replacement is converted, and is then removed', async () => {
    const client = await withOlder();
    const older = await linkOf(client);
    expect((await cancel(client)).status).toBe(200); // no replacement began
    await duringConversion(cloud(), { client, key }, async () => {
      expect(await listed(client)).toEqual(attached('older.pdf'));
      expect((await fetch(await linkOf(client))).status).toBe(200);
    });
    await conversionEnded(client, conversionOf(key));
    expect(await listed(client)).toEqual(attached('newer.pdf'));
    expect((await fetch(older)).status).toBe(403);
    expect((await cancel(client)).status).toBe(200); // it has taken its place
    expect(await listed(client)).toEqual(attached('newer.pdf'));
  });

  it('stays attached when its replacement fails, or is canceled, also at the moment of its end', async () => {
    const client = await withOlder();
    await duringConversion(cloud(), { client, key }, async () => {
      expect((await cancel(client)).status).toBe(200);
      expect(await listed(client)).toEqual(attached('older.pdf'));
      expect(await statusOf(client)).toBe('COMPLETED');
    });
    const damaged = new TextEncoder().encode('%PDF-1.7 no');
    expect(await client.upload(key, 'damaged.pdf', damaged)).toMatchObject({ status: 'FAILED' });
    await cancel(client);
    expect(await listed(client)).toEqual(attached('older.pdf'));
    await client.upload(key, 'newer.pdf', await newer());
    await cancel(client);
    expect(await listed(client)).toEqual(attached('older.pdf'));
    expect((await fetch(await linkOf(client))).status).toBe(200);
  });

  it('delays submitting during the conversion, and is then not submitted, even if the page never asked', async () => {
    const client = await withOlder();
    const older = await linkOf(client);
    await client.save(completeAnswers);
    await duringConversion(cloud(), { client, key }, async () =>
      expect(await client.post('/api/submit')).toMatchObject({
        status: 409,
        body: { message: 'Please wait until the file upload has completed.' },
      }),
    );
    await conversionEnded(client, conversionOf(key));
    expect((await client.post('/api/submit')).status).toBe(200);
    expect(await listed(client)).toEqual(attached('newer.pdf'));
    expect((await fetch(older)).status).toBe(403);
  });
});
