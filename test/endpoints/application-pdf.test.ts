import { ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../scripts/local-cloud/index.ts';
import { type ApiClient, newAddress } from '../support/applicant.ts';
import { s3Of } from '../support/aws-clients.ts';
import { withCloud, withoutDeliveries } from '../support/cloud.ts';
import { conversionEnded, conversionOf, upload } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { completeAnswers } from '../support/form.ts';
import { holdCalls } from '../support/held-calls.ts';
import { auditLogOf } from '../support/operator.ts';
import { readPdf } from '../support/pdf-reading.ts';
import { person } from '../support/person.ts';
import { pdf } from '../support/samples.ts';
import { tableOf } from '../support/table.ts';

const cloud = withCloud(withoutDeliveries);
const key = 'transcript_document';
const secret = 'Expelled in May';

/** Waits for the PDF of the current answers and returns its link. */
const makeCopy = async (client: ApiClient) => {
  const { status, url } = await conversionEnded(client, '/api/pdf');
  expect(status).toBe('COMPLETED');
  return String(url);
};

const textAt = async (link: string) =>
  (await readPdf(new Uint8Array(await (await fetch(link)).arrayBuffer()))).text;
const statusOf = async (link: string) => (await fetch(link)).status;

/** The folder of one applicant's PDFs, read from a link. */
const folderOf = (link: string) => /application-pdfs\/[^/]+\//.exec(link)?.[0] ?? expect.unreachable();

/** Every version and delete marker in a folder. */
async function versionsIn(Prefix: string) {
  const Bucket = cloud().outputs['Matricula-dev/Data/Documents/Resource'];
  const s3 = s3Of(cloud());
  const { Versions = [], DeleteMarkers = [] } = await s3.send(
    new ListObjectVersionsCommand({ Bucket, Prefix }),
  );
  return [...Versions, ...DeleteMarkers].map(({ Key }) => Key);
}

/** An applicant with a complete application and a document with a text that no other applicant may read. */
async function applicantWithDocument() {
  const client = await person(cloud());
  await client.call('PUT', '/api/answer', { answer: completeAnswers });
  await upload(client, key, 'grades.pdf', await pdf({ texts: [secret] }));
  await conversionEnded(client, conversionOf(key));
  return client;
}

async function applicantWithCopy() {
  const client = await applicantWithDocument();
  const link = await makeCopy(client);
  expect(await textAt(link)).toContain(secret);
  return { client, link, folder: folderOf(link) };
}

const gone = [403, 404];
const removesCopies: Fault['matches'] = ({ method, url }) =>
  method === 'POST' && url.searchParams.has('delete');
const writesCopy: Fault['matches'] = ({ method, url }) =>
  method === 'PUT' && url.pathname.includes('/application-pdfs/');

describe('application PDF', () => {
  it('numbers its pages with a bookmark for each document, stays when a document that does not exist is deleted, is removed when a document in it is deleted, and the next one does not contain it', async () => {
    const { client, link, folder } = await applicantWithCopy();
    const { pages, outline } = await readPdf(new Uint8Array(await (await fetch(link)).arrayBuffer()));
    for (const [index, { text }] of pages.entries())
      expect(text).toContain(`Page ${index + 1} of ${pages.length}`);
    expect(outline.at(-1)).toEqual({ title: 'Unofficial transcript', depth: 1, page: pages.length });
    expect((await client.call('DELETE', '/api/document-answer/essay_document')).status).toBeLessThan(500);
    expect(await statusOf(link)).toBe(200);
    expect((await client.call('DELETE', `/api/document-answer/${key}`)).status).toBe(200);
    expect(gone).toContain(await statusOf(link));
    expect(await versionsIn(folder)).toEqual([]);
    expect(await textAt(await makeCopy(client))).not.toContain(secret);
  });

  it('stays while a replacement for a document in it is converted, and is removed then', async () => {
    const { client, link, folder } = await applicantWithCopy();
    expect((await client.call('POST', '/api/presigned-url', { answer_key: key })).status).toBe(200);
    expect(await statusOf(link)).toBe(200);
    await upload(client, key, 'other.pdf', await pdf({ texts: ['Passed in May'] }));
    await conversionEnded(client, conversionOf(key));
    // The page lists the documents as soon as the conversion has ended.
    await client.call('GET', '/api/document-answer');
    expect(gone).toContain(await statusOf(link));
    expect(await versionsIn(folder)).toEqual([]);
    const text = await textAt(await makeCopy(client));
    expect(text).toContain('Passed in May');
    expect(text).not.toContain(secret);
  });

  it('is removed when a newer one is requested', async () => {
    const { client, link, folder } = await applicantWithCopy();
    await client.call('PUT', '/api/answer', { answer: { first_name: 'Augusta' } });
    expect(await statusOf(link)).toBe(200);
    expect((await client.call('GET', '/api/pdf')).body).toEqual({ status: 'UNPROCESSED', url: '' });
    expect(gone).toContain(await statusOf(link));
    expect(await textAt(await makeCopy(client))).toContain('Augusta');
    expect(await versionsIn(folder)).toHaveLength(1);
  });

  it('is drawn once at a time for an applicant, however often answers change', async () => {
    const username = newAddress();
    const client = await person(cloud(), username);
    const requested = async () =>
      (await auditLogOf(cloud(), username)).filter(({ event }) => event === 'pdf-requested').length;
    using drawing = holdCalls(cloud(), writesCopy);
    for (const first_name of ['Ada', 'Augusta', 'Grace']) {
      await client.call('PUT', '/api/answer', { answer: { first_name } });
      expect((await client.call('GET', '/api/pdf')).body.status).toBe('UNPROCESSED');
    }
    await drawing.arrived();
    expect(await requested()).toBe(1);
    drawing.goOn();
    expect(await textAt(await makeCopy(client))).toContain('Grace');
    expect(await requested()).toBe(2);
  });

  it('is removed when a draft is submitted, while the PDF of the submission stays', async () => {
    const { client, link, folder } = await applicantWithCopy();
    const { status, body } = await client.call('POST', '/api/submit');
    expect(status).toBe(200);
    expect(gone).toContain(await statusOf(link));
    expect(await versionsIn(folder)).toEqual([]);
    const last = await makeCopy(client);
    const text = await textAt(last);
    expect(text).toContain(`Confirmation number ${body.confirmation}`);
    expect(text).toMatch(/Still needed on [A-Z][a-z]+ \d+,\s\d{4}/);
    expect((await client.call('POST', '/api/submit')).status).toBe(200);
    expect((await client.call('DELETE', `/api/document-answer/${key}`)).status).toBe(409);
    expect(await statusOf(last)).toBe(200);
    expect(await versionsIn(folder)).toHaveLength(1);
  });

  it('never becomes current when a document was deleted while it was drawn', async () => {
    const { client, folder } = await applicantWithCopy();
    await client.call('PUT', '/api/answer', { answer: { first_name: 'Augusta' } });
    let isWriting = false;
    const goOn = cloud().injectFault({
      effect: 'held',
      matches: (request) => {
        const matches = writesCopy(request);
        isWriting ||= matches;
        return matches;
      },
    });
    await client.call('GET', '/api/pdf');
    await eventually(() => expect(isWriting).toBe(true));
    expect((await client.call('DELETE', `/api/document-answer/${key}`)).status).toBe(200);
    goOn();
    await cloud().quiet();
    expect(await versionsIn(folder)).toEqual([]);
    expect(await textAt(await makeCopy(client))).not.toContain(secret);
  });

  it('leaves nothing behind when it could not be drawn', async () => {
    const { client, folder } = await applicantWithCopy();
    await client.call('PUT', '/api/answer', { answer: { first_name: 'Augusta' } });
    const isFinishing: Fault['matches'] = ({ headers, body }) =>
      (headers['x-amz-target']?.endsWith('.UpdateItem') ?? false) && body.includes('COMPLETED');
    const restore = cloud().injectFault({
      effect: { errorName: 'InternalServerError' },
      matches: isFinishing,
    });
    await client.call('GET', '/api/pdf');
    await cloud().quiet();
    restore();
    expect(await versionsIn(folder)).toEqual([]);
    expect((await conversionEnded(client, '/api/pdf')).status).toBe('FAILED');
    expect(await textAt(await makeCopy(client))).toContain('Augusta');
  });

  it('is requested again when a document was deleted at the same moment', async () => {
    const client = await person(cloud());
    await client.call('PUT', '/api/answer', { answer: { first_name: 'Ada' } });
    const matches: Fault['matches'] = ({ headers, body }) =>
      (headers['x-amz-target']?.endsWith('.PutItem') ?? false) && body.includes('"PDF"');
    const restore = cloud().injectFault({ effect: { errorName: 'TransactionConflictException' }, matches });
    expect(await client.call('GET', '/api/pdf')).toMatchObject({
      status: 200,
      body: { status: 'UNPROCESSED' },
    });
    restore();
    expect(await textAt(await makeCopy(client))).toContain('Ada');
  });

  it('can be opened by a link for two minutes, and is drawn again before the bucket expires it', async () => {
    const client = await person(cloud());
    await client.call('PUT', '/api/answer', { answer: { first_name: 'Ada' } });
    const link = await makeCopy(client);
    expect(new URL(link).searchParams.get('X-Amz-Expires')).toBe('120');
    const folder = folderOf(link);
    const update = new UpdateCommand({
      TableName: cloud().outputs['Matricula-dev/Data/Applications/Resource'],
      Key: { pk: `PDF#${folder.split('/')[1]}`, sk: 'PDF' },
      UpdateExpression: 'SET deadline = :yesterday',
      ExpressionAttributeValues: { ':yesterday': Date.now() - 22 * 3_600_000 },
    });
    await tableOf(cloud()).documents.send(update);
    expect((await client.call('GET', '/api/pdf')).body.status).toBe('UNPROCESSED');
    expect(await statusOf(await makeCopy(client))).toBe(200);
    expect(await versionsIn(folder)).toHaveLength(1);
  });
});

describe('application PDF, while S3 cannot remove earlier ones', () => {
  const cut = () => cloud().injectFault({ effect: 'cut', matches: removesCopies });
  const notRemoved =
    "We removed the file from your application, but we couldn't delete an earlier PDF copy that includes it. Please try again in a moment.";

  it('deleting a document says so, also when it is tried again, and the next visit removes them', async () => {
    const { client, folder } = await applicantWithCopy();
    const restore = cut();
    const response = await client.call('DELETE', `/api/document-answer/${key}`);
    expect(response).toMatchObject({ status: 503, body: { message: notRemoved } });
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await client.call('GET', '/api/document-answer')).body).toEqual({});
    expect((await client.call('DELETE', `/api/document-answer/${key}`)).status).toBe(503);
    expect(await versionsIn(folder)).not.toEqual([]);
    restore();
    expect((await client.call('GET', '/api/document-answer')).body).toEqual({});
    expect(await versionsIn(folder)).toEqual([]);
    expect(await versionsIn(folder.replace('application-pdfs', 'documents'))).toHaveLength(2); // the document and what hides it
    expect((await client.call('DELETE', `/api/document-answer/${key}`)).status).toBe(200);
  });

  it('no newer one is drawn, and no link to an older one is given', async () => {
    const { client, folder } = await applicantWithCopy();
    await client.call('PUT', '/api/answer', { answer: { first_name: 'Augusta' } });
    const restore = cut();
    expect((await client.call('GET', '/api/pdf')).status).toBeGreaterThanOrEqual(500);
    restore();
    expect(await textAt(await makeCopy(client))).toContain('Augusta');
    expect(await versionsIn(folder)).toHaveLength(1);
  });

  it('submitting succeeds, and the PDF of the submission replaces them', async () => {
    const { client, folder } = await applicantWithCopy();
    const restore = cut();
    expect((await client.call('POST', '/api/submit')).status).toBe(200);
    restore();
    expect(await versionsIn(folder)).toHaveLength(1);
    expect(await textAt(await makeCopy(client))).toContain('Confirmation number');
    expect(await versionsIn(folder)).toHaveLength(1);
  });
});
