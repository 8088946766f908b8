import { describe, expect, test } from 'vitest';
import { newApplicant } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import {
  conversionEnded,
  conversionOf,
  conversionsStarted,
  postForm,
  requestConversion,
  type UploadForm,
  uploadFormFor,
} from '../support/documents.ts';
import { pdf } from '../support/samples.ts';

// A form for one upload works until it expires, however often it is posted, and each post causes an event.

const key = 'transcript_document';
const posts = 20;

async function postOften(form: UploadForm): Promise<void> {
  const bytes = await pdf();
  for (let count = 0; count < posts; count += 1) await postForm(form, bytes);
}

describe('conversion: an upload form that is posted twenty times', () => {
  const cloud = withCloud({ delivery: { delay: 2_000 } });

  test('starts one execution, which converts the file', async () => {
    const applicant = await newApplicant(cloud());
    const form = await uploadFormFor(applicant, key);
    await postOften(form);
    await requestConversion(applicant, key, form, 'transcript.pdf');
    await cloud().quiet(); // a poll would start it too, in place of a late event
    expect(await conversionsStarted(cloud())).toBe(1);
    expect(await conversionEnded(applicant, conversionOf(key))).toMatchObject({ status: 'COMPLETED' });
    await postOften(form);
    await cloud().quiet();
    expect(await conversionsStarted(cloud())).toBe(1);
  });
});

describe('conversion: an upload form that is posted twenty times before its conversion is requested', () => {
  const cloud = withCloud();

  test('starts one execution, and the request another, which converts the file that came last', async () => {
    const applicant = await newApplicant(cloud());
    const form = await uploadFormFor(applicant, key);
    await postOften(form);
    const last = await pdf({ texts: ['The last file'] });
    await postForm(form, last);
    await cloud().quiet();
    expect(await conversionsStarted(cloud())).toBe(1);
    await requestConversion(applicant, key, form, 'transcript.pdf');
    expect(await conversionEnded(applicant, conversionOf(key))).toMatchObject({ status: 'COMPLETED' });
    expect(await conversionsStarted(cloud())).toBe(2);
    const { body } = await applicant.call('GET', '/api/document-answer');
    expect(body[key]).toMatchObject({ file_size: last.length });
  });
});
