import { get } from 'node:http';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { ApiClient } from '../support/applicant.ts';
import { withCloud, withoutDeliveries } from '../support/cloud.ts';
import { eventually } from '../support/eventually.ts';
import { completeAnswers } from '../support/form.ts';
import {
  auditLogOf,
  operatorArn,
  runOperatorCommand,
  staffTokenFor,
  tokenPurpose,
} from '../support/operator.ts';
import { readPdf } from '../support/pdf-reading.ts';
import { type Person, person } from '../support/person.ts';
import { pdf } from '../support/samples.ts';
import { tableOf } from '../support/table.ts';

// The view, the files and the PDF that a service token opens.

const cloud = withCloud(withoutDeliveries);
const notValid = { status: 403, body: { message: expect.stringMatching(/^This link is not valid/) } };

const read = (token: string, path = '/service/tmp-pdf') =>
  new ApiClient(cloud()).call('GET', `${path}?service_token=${encodeURIComponent(token)}`);
const tokenFor = async (client: Person) => (await staffTokenFor(cloud(), client)).token;
const seenBy = async (client: Person) => (await read(await tokenFor(client))).body;

describe('application for staff', () => {
  it('leaves out what the applicant’s choices have hidden, in a draft and once submitted', async () => {
    const client = await person(cloud());
    /** Answers that the other choices hide. A page that was closed too early sends such answers. */
    const hidden = {
      citizenship: 'MEX',
      alien_registration_number: 'SECRET-A99',
      sat_score_math: '700',
      residence_state: 'OH',
    };
    const choices = { citizenship_type: '1', test_optional: 'Y', michigan_residence: 'Y' };
    await client.save({ ...completeAnswers, ...hidden, ...choices });
    const draft = await seenBy(client);
    const emptied = Object.fromEntries(Object.keys(hidden).map((key) => [key, '']));
    expect(draft.answer).toMatchObject({ ...choices, ...emptied, citizenship_desc: '' });
    const { confirmation, submitted_at } = (await client.post('/api/submit')).body;
    const receipt = { confirmation, submitted_at };
    expect(confirmation).toMatch(/^NLU-/);
    expect(await seenBy(client)).toEqual({ ...draft, receipt });
    const late = { deadline: 'early', label: 'Early decision', minutes: 12 };
    await tableOf(cloud()).documents.send(
      new UpdateCommand({
        TableName: tableOf(cloud()).TableName,
        Key: { pk: `APP#${client.sub}`, sk: 'SUBMISSION#1' },
        UpdateExpression: 'SET late = :late',
        ExpressionAttributeValues: { ':late': late },
      }),
    );
    expect(await seenBy(client)).toEqual({ ...draft, receipt: { ...receipt, late } });
  });

  it('lists only files that exist, whatever a page claimed [SV-08, EN-09]', async () => {
    const client = await person(cloud());
    const key = 'transcript_document';
    await client.save({ first_name: 'Ada', [key]: 'ANSWERED' });
    expect(await seenBy(client)).toMatchObject({ answer: { [key]: '' }, document_answer: {} });
    const own = async () => (await client.get('/api/profile')).body.answer;
    expect(await own()).toMatchObject({ [key]: '' });
    await client.upload(key, 'grades.pdf', await pdf());
    expect(await seenBy(client)).toMatchObject({
      answer: { [key]: 'ANSWERED' },
      document_answer: { [key]: { file_name: 'grades.pdf' } },
    });
    expect(await own()).toMatchObject({ [key]: 'ANSWERED' });
  });

  it('leaves out a file that a choice has hidden, while its owner keeps it until submitting [CC-02]', async () => {
    const client = await person(cloud());
    await client.save({ ...completeAnswers, felony: 'Y', felony_comment: 'It was a mistake.' });
    await client.upload('felony_document', 'court.pdf', await pdf());
    const file = { felony_document: { file_name: 'court.pdf' } };
    expect((await seenBy(client)).document_answer).toMatchObject(file);
    await client.save({ felony: 'N', felony_document: '' });
    expect(await seenBy(client)).toMatchObject({ answer: { felony_document: '' }, document_answer: {} });
    expect((await read(await tokenFor(client), '/service/document-answer/felony_document')).status).toBe(404);
    const { body } = await client.get('/api/profile');
    expect(body).toMatchObject({ answer: { felony_document: '' }, document_answer: file });
    expect((await client.post('/api/submit')).status).toBe(200);
    expect(await seenBy(client)).toMatchObject({
      answer: { felony: 'N', felony_document: '', felony_comment: '' },
      document_answer: {},
    });
  });
});

describe('GET /service/document-answer/{answer_key}', () => {
  let owner: Person;
  beforeAll(async () => {
    owner = await person(cloud());
    await owner.upload('transcript_document', 'grades.pdf', await pdf());
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
    expect((await file.text()).slice(0, 5)).toBe('%PDF-');
    expect(await auditLogOf(cloud(), owner.username)).toContainEqual(
      expect.objectContaining({
        ...{ event: 'service-read', names: [jti, 'transcript_document'] },
        route: 'GET /service/document-answer/{answer_key}',
        ...{ issuer: operatorArn, purpose: tokenPurpose },
      }),
    );
    const missing = { status: 404, body: { message: 'This application has no such file.' } };
    expect(await read(token, path('felony_document'))).toMatchObject(missing);
    expect((await read(token, path('constructor'))).status).toBe(400);
  });

  it('opens none without a token, by one that was revoked or by that of another applicant', async () => {
    expect(await owner.get(transcript)).toMatchObject(notValid);
    expect((await read(await tokenFor(await person(cloud())), transcript)).status).toBe(404);
    const { token, jti } = await staffTokenFor(cloud(), owner);
    await runOperatorCommand(cloud(), { command: 'revoke-token', jti });
    expect(await read(token, transcript)).toMatchObject(notValid);
  });
});

describe('GET /service/pdf', () => {
  let ada: Person;
  beforeAll(async () => {
    ada = await person(cloud());
    await ada.save(completeAnswers);
  });

  it('responds with 202 until the PDF is ready, then redirects to it [PD-06]', async () => {
    const token = await tokenFor(ada);
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
    const grace = await person(cloud());
    await grace.save({ first_name: 'Grace' });
    const token = await tokenFor(grace);
    const open = (accept: string, given = token) =>
      fetch(`${cloud().url}/service/pdf?service_token=${given}`, { headers: { accept }, redirect: 'manual' });
    const browsers = 'text/html,application/xhtml+xml,*/*;q=0.8';
    const page = await open(browsers);
    expect([page.status, page.headers.get('content-type')]).toEqual([202, 'text/html; charset=utf-8']);
    expect(page.headers.get('retry-after')).toBeNull();
    const html = await page.text();
    expect(html).toContain("We're preparing the PDF.");
    expect(html).toContain('http-equiv="refresh"');
    expect((await open('*/*')).headers.get('content-type')).toBe('application/json');
    await eventually(async () => expect((await open(browsers)).status).toBe(302));
    const refused = await open(browsers, 'wrong');
    expect([refused.status, refused.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8']);
    const words = await refused.text();
    expect(words).toContain('This link is not valid or has expired.');
    expect(words).not.toContain('refresh');
  });

  it('reports that there are no answers yet', async () => {
    expect(await read(await tokenFor(await person(cloud())), '/service/pdf')).toMatchObject({
      status: 404,
      body: { message: 'This application has no answers yet.' },
    });
  });

  describe('for a page of another site', () => {
    /** Returns the status of a request as a browser sends it. Node's fetch sets Sec-Fetch-Mode itself. */
    const statusFor = (path: string, site: string, mode: string, dest: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest };
        get(cloud().url + path, { headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        }).on('error', reject);
      });

    it.each(['cross-site', 'same-site'])('opens from a link in a mail or a CRM (%s)', async (site) => {
      const path = `/service/pdf?service_token=${await tokenFor(ada)}`;
      expect([202, 302]).toContain(await statusFor(path, site, 'navigate', 'document'));
    });

    it('stays closed to everything but a link', async () => {
      const path = `/service/pdf?service_token=${await tokenFor(ada)}`;
      for (const [mode, dest] of [
        ['navigate', 'iframe'],
        ['navigate', 'object'],
        ['no-cors', 'image'],
        ['cors', 'empty'],
      ] as const)
        expect(await statusFor(path, 'cross-site', mode, dest), dest).toBe(403);
    });

    it('and links to files are the only calls that a link opens', async () => {
      const token = await tokenFor(ada);
      for (const path of [`/service/tmp-pdf?service_token=${token}`, '/public/tmp?token=x', '/api/logout'])
        expect(await statusFor(path, 'cross-site', 'navigate', 'document'), path).toBe(403);
    });
  });
});
