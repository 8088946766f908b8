import { ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../scripts/local-cloud/index.ts';
import { s3Of } from '../support/aws-clients.ts';
import { withCloud, withoutDeliveries } from '../support/cloud.ts';
import { conversionEnded } from '../support/documents.ts';
import { completeAnswers } from '../support/form.ts';
import { holdCalls } from '../support/held-calls.ts';
import { readPdf } from '../support/pdf-reading.ts';
import { type Person, person } from '../support/person.ts';
import { pdf } from '../support/samples.ts';

const cloud = withCloud(withoutDeliveries);
const key = 'transcript_document';
const secret = 'Expelled in May';

/** Waits for the PDF of the current answers and returns its link. */
async function drawn(client: Person): Promise<string> {
  const { status, url } = await conversionEnded(client, '/api/pdf');
  expect(status).toBe('COMPLETED');
  return String(url);
}

async function opened(link: string) {
  const response = await fetch(link);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  return readPdf(new Uint8Array(await response.arrayBuffer()));
}
const textAt = async (link: string) => (await opened(link)).text;
const statusOf = async (link: string) => (await fetch(link)).status;

/** Every version and delete marker in a folder. */
async function versionsIn(Prefix: string) {
  const Bucket = cloud().outputs['Matricula-dev/Data/Documents/Resource'];
  const { Versions = [], DeleteMarkers = [] } = await s3Of(cloud()).send(
    new ListObjectVersionsCommand({ Bucket, Prefix }),
  );
  return [...Versions, ...DeleteMarkers].map(({ Key }) => Key);
}

/** An applicant with a complete application and a PDF of it, with a text that only a document has. */
async function withPdf() {
  const client = await person(cloud());
  await client.save(completeAnswers);
  await client.upload(key, 'grades.pdf', await pdf({ texts: [secret] }));
  const link = await drawn(client);
  const folder = /application-pdfs\/[^/]+\//.exec(link)?.[0] ?? expect.unreachable();
  return { client, link, folder };
}

const gone = [403, 404];

describe('application PDF', () => {
  it('reports its status, opens by a link for two minutes, and is replaced after a change of answers [EN-17, EN-23, CA-22, PD-02, PD-03, PD-07]', async () => {
    const client = await person(cloud());
    const current = async () => (await client.get('/api/pdf')).body;
    expect(await current()).toEqual({ status: 'NOT_ANSWERED', url: '' });
    const drawnWith = async (first_name: string) => {
      await client.save({ first_name });
      expect(await current()).toEqual({ status: 'UNPROCESSED', url: '' });
      return drawn(client);
    };
    const older = await drawnWith('Adelheid');
    expect(new URL(older).searchParams.get('X-Amz-Expires')).toBe('120');
    expect(await textAt(older)).toContain('Adelheid');
    const newer = await textAt(await drawnWith('Brunhilde'));
    expect(newer).toContain('Brunhilde');
    expect(newer).not.toContain('Adelheid');
    expect(gone).toContain(await statusOf(older));
  });

  it('has page numbers and a bookmark for each document, is removed when a document in it is deleted, and the next one does not contain it', async () => {
    const { client, link, folder } = await withPdf();
    const { text, pages, outline } = await opened(link);
    expect(text).toContain(secret);
    for (const [index, page] of pages.entries())
      expect(page.text).toContain(`Page ${index + 1} of ${pages.length}`);
    expect(outline.at(-1)).toEqual({ title: 'Unofficial transcript', depth: 1, page: pages.length });
    await client.call('DELETE', '/api/document-answer/essay_document'); // which does not exist
    expect(await statusOf(link)).toBe(200);
    expect((await client.call('DELETE', `/api/document-answer/${key}`)).status).toBe(200);
    expect(gone).toContain(await statusOf(link));
    expect(await versionsIn(folder)).toEqual([]);
    expect(await textAt(await drawn(client))).not.toContain(secret);
  });

  it('is drawn once at a time for an applicant, however often answers change', async () => {
    const client = await person(cloud());
    const requested = async () => (await client.events()).filter((event) => event === 'pdf-requested').length;
    using drawing = holdCalls(
      cloud(),
      ({ method, url }) => method === 'PUT' && url.pathname.includes('/application-pdfs/'),
    );
    for (const first_name of ['Ada', 'Augusta', 'Grace']) {
      await client.save({ first_name });
      expect((await client.get('/api/pdf')).body.status).toBe('UNPROCESSED');
    }
    await drawing.arrived();
    expect(await requested()).toBe(1);
    drawing.goOn();
    expect(await textAt(await drawn(client))).toContain('Grace');
    expect(await requested()).toBe(2);
  });

  it('is removed when a draft is submitted, while the PDF of the submission stays', async () => {
    const { client, link, folder } = await withPdf();
    const { confirmation } = await client.submit();
    expect(gone).toContain(await statusOf(link));
    expect(await versionsIn(folder)).toEqual([]);
    const last = await drawn(client);
    const text = await textAt(last);
    expect(text).toContain(`Confirmation number ${confirmation}`);
    expect(text).toMatch(/Still needed on [A-Z][a-z]+ \d+,\s\d{4}/);
    expect((await client.post('/api/submit')).status).toBe(200);
    expect((await client.call('DELETE', `/api/document-answer/${key}`)).status).toBe(409);
    expect(await statusOf(last)).toBe(200);
    expect(await versionsIn(folder)).toHaveLength(1);
  });
});

describe('application PDF, while S3 cannot remove earlier ones', () => {
  const matches: Fault['matches'] = ({ method, url }) => method === 'POST' && url.searchParams.has('delete');
  const cut = () => cloud().injectFault({ effect: 'cut', matches });

  it('deleting a document says so, also when it is tried again, and the next visit removes them', async () => {
    const { client, folder } = await withPdf();
    const restore = cut();
    const remove = () => client.call('DELETE', `/api/document-answer/${key}`);
    const response = await remove();
    expect(response).toMatchObject({
      status: 503,
      body: {
        message:
          "We removed the file from your application, but we couldn't delete an earlier PDF copy that includes it. Please try again in a moment.",
      },
    });
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await remove()).status).toBe(503);
    expect(await versionsIn(folder)).not.toEqual([]);
    restore();
    expect((await client.get('/api/document-answer')).body).toEqual({});
    expect(await versionsIn(folder)).toEqual([]);
    expect((await remove()).status).toBe(200);
  });

  it('no newer one is drawn, and submitting succeeds and replaces them', async () => {
    const { client, folder } = await withPdf();
    const restore = cut();
    await client.save({ middle_name: 'Augusta' });
    expect((await client.get('/api/pdf')).status).toBeGreaterThanOrEqual(500);
    await client.submit();
    restore();
    expect(await versionsIn(folder)).toHaveLength(1);
    expect(await textAt(await drawn(client))).toContain('Confirmation number');
    expect(await versionsIn(folder)).toHaveLength(1);
  });
});
