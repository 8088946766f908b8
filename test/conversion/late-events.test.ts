import { describe, expect, test } from 'vitest';
import { newApplicant } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { conversionEnded, conversionOf, conversionsStarted, upload } from '../support/documents.ts';
import { pdf } from '../support/samples.ts';
import { submitted } from '../support/submitted.ts';

// On AWS the event of an upload usually comes after the page's request to convert it, and sometimes minutes
// later:
// https://docs.aws.amazon.com/AmazonS3/latest/userguide/EventBridge.html

const key = 'transcript_document';
const minutes = 60_000;

describe('conversion: an event that comes after the request', () => {
  const cloud = withCloud({ delivery: { delay: 1_000 } });

  test('starts the only execution', async () => {
    const applicant = await newApplicant(cloud());
    await upload(applicant, key, 'transcript.pdf', await pdf());
    await cloud().quiet();
    expect(await conversionEnded(applicant, conversionOf(key))).toMatchObject({ status: 'COMPLETED' });
    expect(await conversionsStarted(cloud())).toBe(1);
  });
});

describe('conversion: an event that comes minutes later', () => {
  const cloud = withCloud({ delivery: { delay: 10 * minutes } });

  test('keeps no applicant waiting who looks for the file', async () => {
    const applicant = await newApplicant(cloud());
    await upload(applicant, key, 'transcript.pdf', await pdf());
    expect(await conversionEnded(applicant, conversionOf(key))).toMatchObject({ status: 'COMPLETED' });
    expect(await conversionsStarted(cloud())).toBe(1);
  });

  test('keeps no applicant waiting who sent a document for the checklist', async () => {
    const { client } = await submitted(cloud());
    await upload(client, 'checklist-transcript', 'transcript.pdf', await pdf());
    const ended = await conversionEnded(client, conversionOf('checklist-transcript'));
    expect(ended).toMatchObject({ status: 'COMPLETED' });
  });
});
