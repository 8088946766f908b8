import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withCloud } from '../support/cloud.ts';
import { conversionEnded, conversionOf, upload } from '../support/documents.ts';
import { readPdf } from '../support/pdf-reading.ts';
import { signedUp } from '../support/person.ts';
import { docx, paragraph, pdf, photograph } from '../support/samples.ts';

// From the browser's calls to the finished PDF, with the synthesized cloud, its permissions and its bundles.

const cloud = withCloud();
const key = 'transcript_document';
const conversion = conversionOf(key);

test('conversion: takes an image, a Word document and a PDF from upload to the application PDF, although the Word converter is idle at first [EN-19, FO-42, UP-27]', async () => {
  const applicant = await signedUp(cloud());
  cloud().failCalls({ function: /Office/, errorName: 'ResourceNotReadyException', calls: 1 });
  await applicant.call('PUT', '/api/answer', { answer: { first_name: '小明', last_name: 'Łukasz' } });
  for (const [name, bytes] of [
    ['photo.jpg', await photograph(6)],
    ['resume.docx', docx({ body: paragraph('I play the cello.') })],
    ['transcript.pdf', await pdf({ texts: ['Grades of all years'] })],
  ] as const) {
    await upload(applicant, key, name, bytes);
    expect(await conversionEnded(applicant, conversion)).toMatchObject({ status: 'COMPLETED' });
    const listed = await applicant.call('GET', '/api/document-answer');
    expect(listed.body[key]).toEqual({ file_name: name, file_size: bytes.length });
  }
  const { status, url } = await conversionEnded(applicant, '/api/pdf');
  expect(status).toBe('COMPLETED');
  const response = await fetch(String(url));
  expect(response.headers.get('content-type')).toBe('application/pdf');
  const copy = await readPdf(new Uint8Array(await response.arrayBuffer()));
  expect(copy.marked).toBe(true);
  expect(copy.text).toContain('小明 Łukasz');
  expect(copy.pages.at(-1)?.text).toMatch(/Page 4 of 4.*Grades of all years/);
});

test('conversion: a file with a wrong name is rejected with its real type, and the log names the applicant by id and calls by their request at CloudFront [UP-31]', async () => {
  const applicant = await signedUp(cloud());
  await upload(applicant, key, 'photo.png', await pdf());
  expect(await conversionEnded(applicant, conversion)).toMatchObject({
    status: 'FAILED',
    message:
      'This file is a PDF, but its name ends in .png. Please save it as one of these types and upload that: .png, .jpeg, .jpg, .pdf, .docx',
  });
  const lines = readFileSync(join(cloud().data, 'logs', 'functions.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).message);
  const recorded = lines.filter(({ event }) => event === 'conversion.recorded');
  expect(recorded.at(-1)).toMatchObject({
    applicant: expect.stringMatching(/^[\w-]{36}$/),
    status: 'FAILED',
  });
  const call = lines.find(({ event }) => event === 'call.ended');
  expect(call).toMatchObject({ edge: expect.stringMatching(/\S/), request: expect.stringMatching(/\S/) });
});
