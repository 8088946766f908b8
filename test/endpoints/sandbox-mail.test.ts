import { expect, test } from 'vitest';
import { newAddress } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { completeAnswers } from '../support/form.ts';
import { seededApplicant } from '../support/seeded-applicant.ts';

const unlimited = Number.POSITIVE_INFINITY;

/** A trial: the account is in the sandbox of SES, and both addresses are verified. */
const identities = ['admissions@example.edu', 'example.org'];
const cloud = withCloud({
  quotas: { ses: { sandbox: true, identities, mailsPerDay: unlimited, mailsPerSecond: unlimited } },
});

test('the receipt of an application reaches a verified address while SES is in the sandbox', async () => {
  const username = newAddress();
  const client = await seededApplicant(cloud(), username);
  await client.call('PUT', '/api/answer', { answer: completeAnswers });
  expect((await client.call('POST', '/api/submit')).status).toBe(200);
  expect(cloud().mail(username)[0]?.subject).toContain('received your application');
});
