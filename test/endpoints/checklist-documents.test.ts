import { beforeAll, describe, expect, it } from 'vitest';
import type { ApplicationFacts } from '../../shared/api/console-replies.ts';
import type { ApiClient } from '../support/applicant.ts';
import { withoutDeliveries, withStaffCloud } from '../support/cloud.ts';
import {
  conversionEnded,
  conversionOf,
  postForm,
  requestConversion,
  upload,
  uploadFormFor,
} from '../support/documents.ts';
import { duringConversion } from '../support/held-calls.ts';
import { auditLogOf } from '../support/operator.ts';
import { readPdf } from '../support/pdf-reading.ts';
import { person, type Submitted, samePerson, submitted } from '../support/person.ts';
import { docx, pdf, picture } from '../support/samples.ts';
import { signIn } from '../support/staff.ts';

const { cloud } = withStaffCloud({ ...withoutDeliveries, isEmpty: true });

const key = 'checklist-transcript';
const view = `/api/document-answer/${key}`;
const frozen = "We have already checked off this document, so you can't change your copy.";
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
}, 60_000);

async function send(client: ApiClient, fileName: string, bytes: Uint8Array, of = key) {
  await upload(client, of, fileName, bytes);
  return conversionEnded(client, conversionOf(of));
}

const documentsOf = async (client: ApiClient) => (await client.call('GET', '/api/document-answer')).body;
const askForUpload = (client: ApiClient, answer_key = key) =>
  client.call('POST', '/api/presigned-url', { answer_key });
const ofStaff = ({ sub }: Submitted, path = '') => `/api/staff/applications/${sub}${path}`;
const factsOf = async (application: Submitted) =>
  (await remy.call('GET', ofStaff(application))).body as unknown as ApplicationFacts;
const receive = async (application: Submitted, item = 'transcript') => {
  const reply = await remy.call('PUT', ofStaff(application, `/checklist/${item}`), { day: '2026-03-03' });
  expect(reply.status).toBe(200);
};
const takeBack = (application: Submitted) =>
  remy.call('DELETE', `${ofStaff(application, '/checklist/transcript')}?day=2026-03-03`);
const textOf = async (client: ApiClient, path: string) => {
  const { status, headers } = await client.call('GET', path);
  expect(status).toBe(302);
  const file = await fetch(String(headers.get('location')));
  return (await readPdf(new Uint8Array(await file.arrayBuffer()))).text;
};

describe('a document for the checklist', () => {
  it.each([
    ['transcript.pdf', () => pdf()],
    ['transcript.jpg', () => picture('jpeg')],
    ['transcript.docx', async () => docx()],
  ])('is converted and listed with its time when the applicant sends %s', async (file_name, make) => {
    const [client, bytes] = [ada.client, await make()];
    expect(await send(client, file_name, bytes)).toMatchObject({ status: 'COMPLETED', error: '' });
    expect(await documentsOf(client)).toEqual({
      [key]: { file_name, file_size: bytes.length, sent_at: isoTime },
    });
  });

  it('changes neither the application nor its PDF, and is no part of its answers', async () => {
    const one = await submitted(cloud());
    const before = (await one.client.call('GET', '/api/profile')).body;
    await conversionEnded(one.client, '/api/pdf');
    await send(one.client, 'transcript.pdf', await pdf());
    const { document_answer, ...after } = (await one.client.call('GET', '/api/profile')).body;
    expect({ ...after, document_answer: {} }).toEqual(before);
    expect((await one.client.call('GET', '/api/pdf')).body).toMatchObject({ status: 'COMPLETED' });
    await one.client.call('DELETE', view);
    expect((await one.client.call('GET', '/api/pdf')).body).toMatchObject({ status: 'COMPLETED' });
    expect((await rita.call('GET', ofStaff(one, '/answers'))).body).toMatchObject({ document_answer: {} });
  });

  it('is replaced by the next one once that is converted, and is then gone', async () => {
    const one = await submitted(cloud());
    await send(one.client, 'first.pdf', await pdf({ texts: ['first'] }));
    await duringConversion(cloud(), { client: one.client, key }, async () => {
      expect(await documentsOf(one.client)).toMatchObject({ [key]: { file_name: 'first.pdf' } });
      expect(await textOf(one.client, view)).toContain('first');
    });
    await conversionEnded(one.client, conversionOf(key));
    expect(await documentsOf(one.client)).toMatchObject({ [key]: { file_name: 'newer.pdf' } });
    await documentsOf(one.client);
    const { body } = await one.client.call('GET', '/api/own-data');
    expect(JSON.stringify(body)).toContain('newer.pdf');
    expect(JSON.stringify(body)).not.toMatch(/first\.pdf|REMOVAL#/);
  });

  it('is removed by the applicant, and the office no longer sees it', async () => {
    const one = await submitted(cloud());
    await send(one.client, 'transcript.pdf', await pdf());
    expect((await factsOf(one)).sent).toEqual({ transcript: isoTime });
    expect((await one.client.call('DELETE', view)).status).toBe(200);
    expect(await documentsOf(one.client)).toEqual({});
    expect((await factsOf(one)).sent).toEqual({});
    expect((await rita.call('GET', ofStaff(one, `/documents/${key}`))).status).toBe(404);
  });

  it('fails with the reason if the file is not what its name says, and the earlier one stays', async () => {
    const one = await submitted(cloud());
    await send(one.client, 'good.pdf', await pdf());
    expect(await send(one.client, 'forged.pdf', Buffer.from('no PDF'))).toMatchObject({
      ...{ status: 'FAILED', error: 'We could not read this file. Please save it again and upload it.' },
    });
    expect(await documentsOf(one.client)).toMatchObject({ [key]: { file_name: 'good.pdf' } });
    expect((await factsOf(one)).sent).toEqual({ transcript: isoTime });
    expect((await one.client.call('DELETE', `${conversionOf(key)}?only=replacement`)).status).toBe(200);
    expect((await one.client.call('GET', conversionOf(key))).body).toMatchObject({ status: 'COMPLETED' });
  });

  it('is found again if the reply to the request for its conversion was lost', async () => {
    const one = await submitted(cloud());
    const form = await uploadFormFor(one.client, key);
    await postForm(form, await pdf());
    for (const _ of [1, 2]) await requestConversion(one.client, key, form, 'transcript.pdf');
    expect(await conversionEnded(one.client, conversionOf(key))).toMatchObject({ status: 'COMPLETED' });
    const sent = (await auditLogOf(cloud(), one.username)).filter(
      ({ event }) => event === 'checklist-document-sent',
    );
    expect(sent).toMatchObject([{ names: ['transcript'] }]);
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
    const one = await submitted(cloud(), { test_optional: 'Y' });
    expect((await askForUpload(one.client, 'checklist-test-scores')).status).toBe(400);
    expect((await askForUpload(one.client, key)).status).toBe(200);
  });

  it('once the office has marked the item as received, until that is taken back', async () => {
    const one = await submitted(cloud());
    await send(one.client, 'transcript.pdf', await pdf());
    const form = await uploadFormFor(one.client, 'checklist-test-scores');
    await receive(one);
    await receive(one, 'test-scores');
    const refused = { status: 409, body: { message: frozen } };
    expect(await askForUpload(one.client)).toMatchObject(refused);
    expect(await one.client.call('DELETE', view)).toMatchObject(refused);
    expect(await one.client.call('DELETE', conversionOf(key))).toMatchObject(refused);
    await postForm(form, await pdf());
    const request = { file_key: form.fields.key, file_name: 'scores.pdf' };
    expect(await one.client.call('POST', conversionOf('checklist-test-scores'), request)).toMatchObject(
      refused,
    );
    expect(await documentsOf(one.client)).toMatchObject({ [key]: { file_name: 'transcript.pdf' } });
    expect((await factsOf(one)).sent).toEqual({ transcript: isoTime });
    expect((await takeBack(one)).status).toBe(200);
    expect((await one.client.call('DELETE', view)).status).toBe(200);
  });

  it('if the item is marked as received while it is converted, and the checked one stays', async () => {
    const one = await submitted(cloud());
    await send(one.client, 'checked.pdf', await pdf({ texts: ['checked'] }));
    await duringConversion(cloud(), { client: one.client, key }, () => receive(one));
    await cloud().quiet();
    expect(await documentsOf(one.client)).toMatchObject({ [key]: { file_name: 'checked.pdf' } });
    expect(await textOf(rita, ofStaff(one, `/documents/${key}`))).toContain('checked');
  });
});

describe('a document that was sent for the checklist', () => {
  it('shows its time to all who see the facts, and its file to those who read applications', async () => {
    const one = await submitted(cloud());
    expect((await factsOf(one)).sent).toEqual({});
    await send(one.client, 'transcript.pdf', await pdf({ texts: ['grades'] }));
    const facts = await factsOf(one);
    expect(facts).toMatchObject({ checklist: {}, missing: ['transcript', 'test-scores'] });
    expect(facts.sent).toEqual({ transcript: isoTime });
    const list = `/api/staff/applications?q=${one.confirmation}`;
    expect((await rita.call('GET', list)).body).toMatchObject({
      applications: [{ missing: ['transcript', 'test-scores'], sent: { transcript: isoTime } }],
    });
    for (const name of ['Rita Reader', 'Omar Office', 'Dana Director'] as const) {
      const client = await signIn(cloud(), name);
      expect(await textOf(client, ofStaff(one, `/documents/${key}`))).toContain('grades');
    }
    expect((await remy.call('GET', ofStaff(one, `/documents/${key}`))).status).toBe(403);
    const read = (await auditLogOf(cloud(), one.username)).filter(
      ({ event }) => event === 'application-read',
    );
    expect(read).toMatchObject([
      { by: 'Rita Reader (rita)', names: [key] },
      { by: 'Omar Office (omar)', names: [key] },
      { by: 'Dana Director (dana)', names: [key] },
    ]);
  });

  it('stays in the list when the office changes the checklist', async () => {
    const one = await submitted(cloud());
    await send(one.client, 'scores.pdf', await pdf(), 'checklist-test-scores');
    await receive(one);
    expect(await factsOf(one)).toMatchObject({
      ...{
        sent: { 'test-scores': isoTime },
        missing: ['test-scores'],
        checklist: { transcript: '2026-03-03' },
      },
    });
  });

  it('is found by the filter of its item until the item is marked', async () => {
    const one = await submitted(cloud());
    await send(one.client, 'scores.pdf', await pdf(), 'checklist-test-scores');
    const found = async (filter: string) => {
      const { body } = await rita.call('GET', `/api/staff/applications?${filter}`);
      return JSON.stringify(body.applications).includes(one.confirmation);
    };
    expect(await found('sent=test-scores')).toBe(true);
    expect(await found('sent=test-scores&sort=name')).toBe(true);
    expect(await found('sent=transcript')).toBe(false);
    await receive(one, 'test-scores');
    expect(await found('sent=test-scores')).toBe(false);
  });

  it('belongs to one applicant', async () => {
    const other = await submitted(cloud());
    expect(await documentsOf(other.client)).toEqual({});
    expect((await other.client.call('GET', view)).status).toBe(404);
    const form = await uploadFormFor(ada.client, key);
    await postForm(form, await pdf());
    const request = { file_key: form.fields.key, file_name: 'transcript.pdf' };
    expect((await other.client.call('POST', conversionOf(key), request)).status).toBe(400);
    const visitor = await person(cloud());
    visitor.cookies.clear();
    expect((await askForUpload(visitor)).status).toBe(401);
  });
});
