import { describe, expect, test } from 'vitest';
import { withCloud } from '../support/cloud.ts';
import {
  conversionEnded,
  conversionOf,
  conversionsStarted,
  postForm,
  requestConversion,
  type UploadForm,
  upload,
  uploadFormFor,
} from '../support/documents.ts';
import { signedUp, submitted } from '../support/person.ts';
import { pdf } from '../support/samples.ts';

// On AWS the event of an upload usually comes after the page's request to convert it, sometimes minutes later
// or twice, and after the event of a later upload:
// https://docs.aws.amazon.com/AmazonS3/latest/userguide/EventBridge.html
// A form for one upload works until it expires, however often it is posted, and each post causes an event.

const key = 'transcript_document';
const completed = { status: 'COMPLETED' };

async function postOften(form: UploadForm): Promise<void> {
  const bytes = await pdf();
  for (let count = 0; count < 5; count += 1) await postForm(form, bytes);
}

describe('conversion: an event that comes minutes later', () => {
  const cloud = withCloud({ delivery: { delay: 10 * 60_000 } });

  test('keeps no applicant waiting who looks for the file, or sent a document for the checklist', async () => {
    const { client } = await submitted(cloud());
    await upload(client, 'checklist-transcript', 'transcript.pdf', await pdf());
    expect(await conversionEnded(client, conversionOf('checklist-transcript'))).toMatchObject(completed);
    const applicant = await signedUp(cloud());
    await upload(applicant, key, 'transcript.pdf', await pdf());
    expect(await conversionEnded(applicant, conversionOf(key))).toMatchObject(completed);
    expect(await conversionsStarted(cloud())).toBe(2);
  });
});

describe('conversion: an upload form that is posted five times', () => {
  const cloud = withCloud({ delivery: { delay: 1_000 } });

  test('starts one execution, which converts the file, also by events that come after the request', async () => {
    const applicant = await signedUp(cloud());
    const form = await uploadFormFor(applicant, key);
    await postOften(form);
    await requestConversion(applicant, key, form, 'transcript.pdf');
    await cloud().quiet(); // a poll would start it too, in place of a late event
    expect(await conversionsStarted(cloud())).toBe(1);
    expect(await conversionEnded(applicant, conversionOf(key))).toMatchObject(completed);
    await postOften(form);
    await cloud().quiet();
    expect(await conversionsStarted(cloud())).toBe(1);
  });
});

describe('conversion: an upload form that is posted five times before its conversion is requested', () => {
  const cloud = withCloud({ isEmpty: true });

  test('starts one execution, and the request another, which converts the file that came last', async () => {
    const applicant = await signedUp(cloud());
    const form = await uploadFormFor(applicant, key);
    await postOften(form);
    const last = await pdf({ texts: ['The last file'] });
    await postForm(form, last);
    await cloud().quiet();
    expect(await conversionsStarted(cloud())).toBe(1);
    await requestConversion(applicant, key, form, 'transcript.pdf');
    expect(await conversionEnded(applicant, conversionOf(key))).toMatchObject(completed);
    expect(await conversionsStarted(cloud())).toBe(2);
    const { body } = await applicant.call('GET', '/api/document-answer');
    expect(body[key]).toMatchObject({ file_size: last.length });
  });
});
