import { expect, it } from 'vitest';
import { withCloud, withoutDeliveries } from '../support/cloud.ts';
import { person } from '../support/person.ts';
import { pdf } from '../support/samples.ts';

// An environment of a function serves uploads for hours, so what one upload keeps adds up: connections,
// locks and memory. An applicant may upload 120 files an hour.

/** Ten times what a quiet machine needs. */
const timeout = 600_000;

const cloud = withCloud(withoutDeliveries);

it('50 pairs of documents are uploaded, converted and deleted, each pair at the same time', {
  timeout,
}, async () => {
  const [client, bytes] = [await person(cloud()), await pdf()];
  const uploadAndDelete = async (key: string) => {
    expect(await client.upload(key, 'page.pdf', bytes)).toMatchObject({ status: 'COMPLETED' });
    expect((await client.call('DELETE', `/api/document-answer/${key}`)).status).toBe(200);
  };
  for (let count = 0; count < 50; count++)
    await Promise.all(['transcript_document', 'activities_document'].map(uploadAndDelete));
});
