import { expect, it } from 'vitest';
import type { ApiClient } from '../support/applicant.ts';
import { withCloud, withoutDeliveries } from '../support/cloud.ts';
import { conversionEnded, conversionOf, upload } from '../support/documents.ts';
import { person } from '../support/person.ts';
import { pdf } from '../support/samples.ts';

// An environment of a function serves uploads for hours, so what one upload keeps adds up: connections,
// locks and memory. An applicant may upload 120 files an hour.

/** Ten times what a quiet machine needs. */
const timeout = 600_000;

const cloud = withCloud(withoutDeliveries);

async function uploadAndDelete(client: ApiClient, key: string, bytes: Uint8Array): Promise<void> {
  await upload(client, key, 'page.pdf', bytes);
  expect(await conversionEnded(client, conversionOf(key))).toMatchObject({ status: 'COMPLETED' });
  expect((await client.call('DELETE', `/api/document-answer/${key}`)).status).toBe(200);
}

it('100 documents in a row are uploaded, converted and deleted', { timeout }, async () => {
  const [client, bytes] = [await person(cloud()), await pdf()];
  for (let count = 0; count < 100; count++) await uploadAndDelete(client, 'transcript_document', bytes);
});

it('50 pairs of documents are uploaded, converted and deleted, each pair at the same time', {
  timeout,
}, async () => {
  const [client, bytes] = [await person(cloud()), await pdf()];
  const keys = ['transcript_document', 'activities_document'];
  for (let count = 0; count < 50; count++)
    await Promise.all(keys.map((key) => uploadAndDelete(client, key, bytes)));
});
