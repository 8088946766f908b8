import { beforeAll, describe, expect, it } from 'vitest';
import type { ApplicationFacts } from '../../shared/api/console-replies.ts';
import type { ApiClient } from '../support/applicant.ts';
import { withoutDeliveries, withStaffCloud } from '../support/cloud.ts';
import { conversionEnded, conversionOf, postForm, uploadFormFor } from '../support/documents.ts';
import { duringConversion } from '../support/held-calls.ts';
import { auditLogOf } from '../support/operator.ts';
import { readPdf } from '../support/pdf-reading.ts';
import { type Person, type Submitted, samePerson, submitted } from '../support/person.ts';
import { docx, pdf, picture } from '../support/samples.ts';
import { signIn } from '../support/staff.ts';

const { cloud } = withStaffCloud(withoutDeliveries);

const key = 'checklist-transcript';
const view = `/api/document-answer/${key}`;
const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

let ada: Submitted;
let rita: ApiClient;
let remy: ApiClient;

beforeAll(async () => {
  [ada, rita, remy] = await Promise.all([
    submitted(cloud()),
    signIn(cloud(), 'Rita Reader'),
    signIn(cloud(), 'Remy Records'),
  ]);
});

const documentsOf = async (client: Person) => (await client.get('/api/document-answer')).body;
const attached = (file_name: string) => ({ [key]: expect.objectContaining({ file_name }) });
const askForUpload = (client: Person, answer_key = key) => client.post('/api/presigned-url', { answer_key });
const ofStaff = ({ sub }: Submitted, path = '') => `/api/staff/applications/${sub}${path}`;
const factsOf = async (application: Submitted) =>
  (await remy.call('GET', ofStaff(application))).body as unknown as ApplicationFacts;
const receive = async (application: Submitted, item = 'transcript') => {
  const reply = await remy.call('PUT', ofStaff(application, `/checklist/${item}`), { day: '2026-03-03' });
  expect(reply.status).toBe(200);
};
const entriesOf = async ({ username }: Submitted, name: string) =>
  (await auditLogOf(cloud(), username)).filter(({ event }) => event === name);
const textOf = async (client: ApiClient, path: string) => {
  const { status, headers } = await client.call('GET', path);
  expect(status).toBe(302);
  const file = await fetch(String(headers.get('location')));
  return (await readPdf(new Uint8Array(await file.arrayBuffer()))).text;
};

/** An applicant who sent a transcript with a text. */
async function sent(file_name: string, text = 'grades') {
  const one = await submitted(cloud());
  await one.client.upload(key, file_name, await pdf({ texts: [text] }));
  return one;
}

describe('a document for the checklist', () => {
  it.each([
    ['transcript.pdf', () => pdf()],
    ['transcript.jpg', () => picture('jpeg')],
    ['transcript.docx', async () => docx()],
  ])('is converted and listed with its time when the applicant sends %s', async (file_name, make) => {
    const bytes = await make();
    expect(await ada.client.upload(key, file_name, bytes)).toMatchObject({ status: 'COMPLETED', error: '' });
    expect(await documentsOf(ada.client)).toEqual({
      [key]: { file_name, file_size: bytes.length, sent_at: isoTime },
    });
  });

  it('changes neither the application nor its PDF, and is no part of its answers', async () => {
    const one = await submitted(cloud());
    const before = (await one.client.get('/api/profile')).body;
    await conversionEnded(one.client, '/api/pdf');
    await one.client.upload(key, 'transcript.pdf', await pdf());
    expect({ ...(await one.client.get('/api/profile')).body, document_answer: {} }).toEqual(before);
    expect((await one.client.get('/api/pdf')).body).toMatchObject({ status: 'COMPLETED' });
    expect((await rita.call('GET', ofStaff(one, '/answers'))).body).toMatchObject({ document_answer: {} });
  });

  it('is removed by the applicant, and the office no longer sees it', async () => {
    const one = await sent('transcript.pdf');
    expect((await factsOf(one)).sent).toEqual({ transcript: isoTime });
    expect((await one.client.call('DELETE', view)).status).toBe(200);
    expect(await documentsOf(one.client)).toEqual({});
    expect((await factsOf(one)).sent).toEqual({});
    expect((await rita.call('GET', ofStaff(one, `/documents/${key}`))).status).toBe(404);
  });

  it('fails with the reason if the file is not what its name says, and the earlier one stays', async () => {
    const one = await sent('good.pdf');
    expect(await one.client.upload(key, 'forged.pdf', Buffer.from('no PDF'))).toMatchObject({
      ...{ status: 'FAILED', error: 'We could not read this file. Please save it again and upload it.' },
    });
    expect(await documentsOf(one.client)).toEqual(attached('good.pdf'));
    expect((await one.client.call('DELETE', `${conversionOf(key)}?only=replacement`)).status).toBe(200);
    expect((await one.client.get(conversionOf(key))).body).toMatchObject({ status: 'COMPLETED' });
  });
});

describe('a document for the checklist is rejected', () => {
  const draft = samePerson(cloud);

  it('before the application is submitted', async () => {
    expect(await askForUpload(await draft())).toMatchObject({
      status: 409,
      body: { message: 'Submit your application first. Then you can send documents for your checklist.' },
    });
  });

  it.each([
    ['that the university has not', 'checklist-essay'],
    ['for which the university takes no uploads', 'checklist-fafsa'],
    ['without a name', 'checklist-'],
  ])('for an item %s', async (_which, answer_key) => {
    expect(await askForUpload(ada.client, answer_key)).toMatchObject({
      status: 400,
      body: { message: "We don't take an upload for this document. Please reload the page." },
    });
  });

  it('for an item that this applicant does not need', async () => {
    const { client } = await submitted(cloud(), { test_optional: 'Y' });
    expect((await askForUpload(client, 'checklist-test-scores')).status).toBe(400);
    expect((await askForUpload(client)).status).toBe(200);
  });

  it('once the office has marked the item as received, until that is taken back', async () => {
    const one = await sent('transcript.pdf');
    const { client } = one;
    const scores = 'checklist-test-scores';
    const form = await uploadFormFor(client, scores);
    await postForm(form, await pdf());
    await receive(one);
    await receive(one, 'test-scores');
    for (const attempt of [
      askForUpload(client),
      client.call('DELETE', view),
      client.call('DELETE', conversionOf(key)),
      client.post(conversionOf(scores), { file_key: form.fields.key, file_name: 'scores.pdf' }),
    ])
      expect(await attempt).toMatchObject({
        status: 409,
        body: { message: "We have already checked off this document, so you can't change your copy." },
      });
    expect(await documentsOf(client)).toEqual(attached('transcript.pdf'));
    expect((await factsOf(one)).sent).toEqual({ transcript: isoTime });
    const undo = `${ofStaff(one, '/checklist/transcript')}?day=2026-03-03`;
    expect((await remy.call('DELETE', undo)).status).toBe(200);
    expect((await client.call('DELETE', view)).status).toBe(200);
  });

  it('if the item is marked as received while it is converted, and the checked one stays', async () => {
    const one = await sent('checked.pdf', 'checked');
    await duringConversion(cloud(), { client: one.client, key }, () => receive(one));
    await cloud().quiet();
    expect(await documentsOf(one.client)).toEqual(attached('checked.pdf'));
    expect(await textOf(rita, ofStaff(one, `/documents/${key}`))).toContain('checked');
  });
});

describe('a document that was sent for the checklist', () => {
  it('shows its time to all who see the facts, and its file to those who read applications', async () => {
    const one = await sent('transcript.pdf');
    const missing = ['transcript', 'test-scores'];
    const facts = { missing, sent: { transcript: isoTime } };
    expect(await factsOf(one)).toMatchObject({ checklist: {}, ...facts });
    const list = `/api/staff/applications?q=${one.confirmation}`;
    expect((await rita.call('GET', list)).body).toMatchObject({ applications: [facts] });
    expect(await textOf(rita, ofStaff(one, `/documents/${key}`))).toContain('grades');
    expect((await remy.call('GET', ofStaff(one, `/documents/${key}`))).status).toBe(403);
    expect(await entriesOf(one, 'application-read')).toMatchObject([
      { by: 'Rita Reader (rita)', names: [key] },
    ]);
  });

  it('is found by the filter of its item until that item is marked', async () => {
    const one = await submitted(cloud());
    await one.client.upload('checklist-test-scores', 'scores.pdf', await pdf());
    const found = async (filter: string) => {
      const { body } = await rita.call('GET', `/api/staff/applications?q=${one.confirmation}&${filter}`);
      return (body.applications as readonly unknown[]).length;
    };
    await receive(one);
    expect(await factsOf(one)).toMatchObject({ sent: { 'test-scores': isoTime }, missing: ['test-scores'] });
    expect(await found('sent=test-scores&sort=name')).toBe(1);
    expect(await found('sent=transcript')).toBe(0);
    await receive(one, 'test-scores');
    expect(await found('sent=test-scores')).toBe(0);
  });

  it('belongs to one applicant', async () => {
    const { client } = await submitted(cloud());
    expect(await documentsOf(client)).toEqual({});
    expect((await client.get(view)).status).toBe(404);
    const form = await uploadFormFor(ada.client, key);
    await postForm(form, await pdf());
    const request = { file_key: form.fields.key, file_name: 'transcript.pdf' };
    expect((await client.post(conversionOf(key), request)).status).toBe(400);
  });
});
