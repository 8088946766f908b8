import { expect, test } from 'vitest';
import { newApplicant } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { conversionEnded, conversionOf, upload } from '../support/documents.ts';
import { pdf } from '../support/samples.ts';

// AWS may deliver the event of an upload twice, late, and after the event of a later upload.

const cloud = withCloud({ delivery: { seed: 4 } });
const key = 'transcript_document';

test('conversion: the last of several uploads is attached, though their events come twice and out of order', async () => {
  const applicant = await newApplicant(cloud());
  const names = ['first.pdf', 'second.pdf', 'third.pdf', 'last.pdf'];
  for (const name of names) await upload(applicant, key, name, await pdf({ texts: [name] }));
  expect(await conversionEnded(applicant, conversionOf(key))).toMatchObject({ status: 'COMPLETED' });
  await cloud().quiet();
  const { body } = await applicant.call('GET', '/api/document-answer');
  expect(body[key]).toMatchObject({ file_name: 'last.pdf' });
  expect(await conversionEnded(applicant, conversionOf(key))).toMatchObject({ status: 'COMPLETED' });
});
