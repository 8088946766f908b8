import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import type { Disruption } from '../../scripts/local-cloud/fault-injection.ts';
import { newApplicant, type Visitor } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { conversionOf, settled, upload } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { completeAnswers } from '../support/form.ts';
import { readPdf } from '../support/pdf-reading.ts';
import { pdf } from '../support/samples.ts';

const cloud = withCloud();
const key = 'transcript_document';
const secret = 'Expelled in May';
const settings = () => ({ endpoint: cloud().url, region: 'us-east-1', credentials: cloud().credentials });

/** Waits for the PDF of the current answers and returns its link. */
const makeCopy = async (visitor: Visitor) => {
  const { status, url } = await settled(visitor, '/api/pdf');
  expect(status).toBe('COMPLETED');
  return String(url);
};

const textAt = async (link: string) =>
  (await readPdf(new Uint8Array(await (await fetch(link)).arrayBuffer()))).text;
const statusOf = async (link: string) => (await fetch(link)).status;

/** The folder of one applicant's PDFs, read from a link. */
const folderOf = (link: string) => /copies\/[^/]+\//.exec(link)?.[0] ?? expect.unreachable();

/** Every version and delete marker in a folder. */
async function versionsIn(Prefix: string) {
  const Bucket = cloud().outputs['Matricula-dev/Data/Documents/Resource'];
  const s3 = new S3Client({ ...settings(), forcePathStyle: true });
  const { Versions = [], DeleteMarkers = [] } = await s3.send(
    new ListObjectVersionsCommand({ Bucket, Prefix }),
  );
  return [...Versions, ...DeleteMarkers].map(({ Key }) => Key);
}

/** An applicant with a complete application, one document of which contains a text that nobody else may read. */
async function applicantWithDocument() {
  const visitor = await newApplicant(cloud());
  await visitor.call('PUT', '/api/answer', { answer: completeAnswers });
  await upload(visitor, key, 'grades.pdf', await pdf({ texts: [secret] }));
  await settled(visitor, conversionOf(key));
  return visitor;
}

async function applicantWithCopy() {
  const visitor = await applicantWithDocument();
  const link = await makeCopy(visitor);
  expect(await textAt(link)).toContain(secret);
  return { visitor, link, folder: folderOf(link) };
}

const gone = [403, 404];
const removesCopies: Disruption['meets'] = ({ method, url }) =>
  method === 'POST' && url.searchParams.has('delete');
const writesCopy: Disruption['meets'] = ({ method, url }) =>
  method === 'PUT' && url.pathname.includes('/copies/');

describe('application PDF', () => {
  it('can be opened by a link for two minutes', async () => {
    const visitor = await newApplicant(cloud());
    await visitor.call('PUT', '/api/answer', { answer: { first_name: 'Ada' } });
    expect(new URL(await makeCopy(visitor)).searchParams.get('X-Amz-Expires')).toBe('120');
  });

  it('is removed when a document in it is deleted, and the next one does not contain it', async () => {
    const { visitor, link, folder } = await applicantWithCopy();
    expect((await visitor.call('DELETE', `/api/document-answer/${key}`)).status).toBe(200);
    expect(gone).toContain(await statusOf(link));
    expect(await versionsIn(folder)).toEqual([]);
    expect(await textAt(await makeCopy(visitor))).not.toContain(secret);
  });

  it('is removed when a document in it is replaced', async () => {
    const { visitor, link, folder } = await applicantWithCopy();
    expect((await visitor.call('POST', '/api/presigned-url', { answer_key: key })).status).toBe(200);
    expect(gone).toContain(await statusOf(link));
    expect(await versionsIn(folder)).toEqual([]);
    await upload(visitor, key, 'other.pdf', await pdf({ texts: ['Passed in May'] }));
    await settled(visitor, conversionOf(key));
    const text = await textAt(await makeCopy(visitor));
    expect(text).toContain('Passed in May');
    expect(text).not.toContain(secret);
  });

  it('is removed when a newer one is requested', async () => {
    const { visitor, link, folder } = await applicantWithCopy();
    await visitor.call('PUT', '/api/answer', { answer: { first_name: 'Augusta' } });
    expect(await statusOf(link)).toBe(200);
    expect((await visitor.call('GET', '/api/pdf')).body).toEqual({ status: 'UNPROCESSED', url: '' });
    expect(gone).toContain(await statusOf(link));
    expect(await textAt(await makeCopy(visitor))).toContain('Augusta');
    expect(await versionsIn(folder)).toHaveLength(1);
  });

  it('is removed when a draft is submitted, while the PDF of the submission stays', async () => {
    const { visitor, link, folder } = await applicantWithCopy();
    const { status, body } = await visitor.call('POST', '/api/submit');
    expect(status).toBe(200);
    expect(gone).toContain(await statusOf(link));
    expect(await versionsIn(folder)).toEqual([]);
    const last = await makeCopy(visitor);
    expect(await textAt(last)).toContain(`Confirmation number ${body.confirmation}`);
    expect((await visitor.call('POST', '/api/submit')).status).toBe(200);
    expect((await visitor.call('DELETE', `/api/document-answer/${key}`)).status).toBe(409);
    expect(await statusOf(last)).toBe(200);
    expect(await versionsIn(folder)).toHaveLength(1);
  });

  it('stays when the deleted document did not exist', async () => {
    const { visitor, link } = await applicantWithCopy();
    expect((await visitor.call('DELETE', '/api/document-answer/essay_document')).status).toBeLessThan(500);
    expect(await statusOf(link)).toBe(200);
  });

  it('never becomes current when a document was deleted while it was drawn', async () => {
    const { visitor, folder } = await applicantWithCopy();
    await visitor.call('PUT', '/api/answer', { answer: { first_name: 'Augusta' } });
    let isWriting = false;
    const goOn = cloud().disrupt({
      trouble: 'held',
      meets: (request) => {
        const meets = writesCopy(request);
        isWriting ||= meets;
        return meets;
      },
    });
    await visitor.call('GET', '/api/pdf');
    await eventually(() => expect(isWriting).toBe(true));
    expect((await visitor.call('DELETE', `/api/document-answer/${key}`)).status).toBe(200);
    goOn();
    await cloud().quiet();
    expect(await versionsIn(folder)).toEqual([]);
    expect(await textAt(await makeCopy(visitor))).not.toContain(secret);
  });

  it('leaves nothing behind when it could not be drawn', async () => {
    const { visitor, folder } = await applicantWithCopy();
    await visitor.call('PUT', '/api/answer', { answer: { first_name: 'Augusta' } });
    const isFinishing: Disruption['meets'] = ({ headers, body }) =>
      (headers['x-amz-target']?.endsWith('.UpdateItem') ?? false) && body.includes('COMPLETED');
    const mend = cloud().disrupt({ trouble: { refusedAs: 'InternalServerError' }, meets: isFinishing });
    await visitor.call('GET', '/api/pdf');
    await cloud().quiet();
    mend();
    expect(await versionsIn(folder)).toEqual([]);
    expect((await settled(visitor, '/api/pdf')).status).toBe('FAILED');
    expect(await textAt(await makeCopy(visitor))).toContain('Augusta');
  }, 60_000);

  it('is requested again when a document was deleted at the same moment', async () => {
    const visitor = await newApplicant(cloud());
    await visitor.call('PUT', '/api/answer', { answer: { first_name: 'Ada' } });
    const meets: Disruption['meets'] = ({ headers, body }) =>
      (headers['x-amz-target']?.endsWith('.PutItem') ?? false) && body.includes('"COPY"');
    const mend = cloud().disrupt({ trouble: { refusedAs: 'TransactionConflictException' }, meets });
    expect(await visitor.call('GET', '/api/pdf')).toMatchObject({
      status: 200,
      body: { status: 'UNPROCESSED' },
    });
    mend();
    expect(await textAt(await makeCopy(visitor))).toContain('Ada');
  });

  it('is drawn again before the bucket expires it', async () => {
    const visitor = await newApplicant(cloud());
    await visitor.call('PUT', '/api/answer', { answer: { first_name: 'Ada' } });
    const folder = folderOf(await makeCopy(visitor));
    const update = new UpdateCommand({
      TableName: cloud().outputs['Matricula-dev/Data/Applications/Resource'],
      Key: { pk: `APP#${folder.split('/')[1]}`, sk: 'COPY' },
      UpdateExpression: 'SET deadline = :yesterday',
      ExpressionAttributeValues: { ':yesterday': Date.now() - 22 * 3_600_000 },
    });
    await DynamoDBDocumentClient.from(new DynamoDBClient(settings())).send(update);
    expect((await visitor.call('GET', '/api/pdf')).body.status).toBe('UNPROCESSED');
    expect(await statusOf(await makeCopy(visitor))).toBe(200);
    expect(await versionsIn(folder)).toHaveLength(1);
  });
});

describe('application PDF, while S3 cannot remove earlier ones', () => {
  const cut = () => cloud().disrupt({ trouble: 'cut', meets: removesCopies });
  const notRemoved =
    'The file is no longer part of your application, but an earlier PDF copy that holds it could not be removed yet. Please try again in a moment.';

  it('deleting a document says so, and trying again removes them', async () => {
    const { visitor, folder } = await applicantWithCopy();
    const mend = cut();
    const heard = await visitor.call('DELETE', `/api/document-answer/${key}`);
    expect(heard).toMatchObject({ status: 503, body: { message: notRemoved } });
    expect(Number(heard.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await visitor.call('GET', '/api/document-answer')).body).toEqual({});
    expect((await visitor.call('DELETE', `/api/document-answer/${key}`)).status).toBe(503);
    mend();
    expect((await visitor.call('DELETE', `/api/document-answer/${key}`)).status).toBe(200);
    expect(await versionsIn(folder)).toEqual([]);
  }, 60_000);

  it('the next visit removes what the deletion could not', async () => {
    const { visitor, folder } = await applicantWithCopy();
    const mend = cut();
    expect((await visitor.call('DELETE', `/api/document-answer/${key}`)).status).toBe(503);
    mend();
    expect((await visitor.call('GET', '/api/document-answer')).body).toEqual({});
    expect(await versionsIn(folder)).toEqual([]);
    expect(await versionsIn(folder.replace('copies', 'documents'))).toHaveLength(2); // the document and what hides it
  }, 60_000);

  it('no newer one is drawn, and no link to an older one is given', async () => {
    const { visitor, folder } = await applicantWithCopy();
    await visitor.call('PUT', '/api/answer', { answer: { first_name: 'Augusta' } });
    const mend = cut();
    expect((await visitor.call('GET', '/api/pdf')).status).toBeGreaterThanOrEqual(500);
    mend();
    expect(await textAt(await makeCopy(visitor))).toContain('Augusta');
    expect(await versionsIn(folder)).toHaveLength(1);
  }, 60_000);

  it('submitting succeeds, and the PDF of the submission replaces them', async () => {
    const { visitor, folder } = await applicantWithCopy();
    const mend = cut();
    expect((await visitor.call('POST', '/api/submit')).status).toBe(200);
    mend();
    expect(await versionsIn(folder)).toHaveLength(1);
    expect(await textAt(await makeCopy(visitor))).toContain('Confirmation number');
    expect(await versionsIn(folder)).toHaveLength(1);
  }, 60_000);
});
