import { describe, expect, it } from 'vitest';
import type { Fault } from '../../scripts/local-cloud/index.ts';
import type { ApiClient, ApiReply } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { conversionEnded, conversionOf, upload } from '../support/documents.ts';
import { completeAnswers } from '../support/form.ts';
import { person } from '../support/person.ts';
import { pdf } from '../support/samples.ts';

const cloud = withCloud();

type Save = readonly [path: string, body: object];
const put = (client: ApiClient, [path, body]: Save) => client.call('PUT', path, body);
const answersOf = async (client: ApiClient) =>
  (await client.call('GET', '/api/profile')).body.answer as Readonly<Record<string, unknown>>;

/**
 * Expects that each concurrent save was stored, or rejected with a retry time. Every other response fails the
 * test.
 */
function refuseOtherAnswers(response: readonly ApiReply[]): void {
  for (const { status, body, headers } of response) {
    if (status === 200) continue;
    expect({ status, body }).toMatchObject({ status: 429 });
    expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(body.message).toContain(`Please try again in ${headers.get('retry-after')} seconds.`);
  }
}

describe('twenty simultaneous saves of one applicant', () => {
  it('of different answers are all stored, except those with a Retry-After response', async () => {
    const client = await person(cloud());
    // The function stores the label of a chosen code with it.
    const saves = Object.entries(completeAnswers)
      .filter(([key]) => !key.endsWith('_desc') && !(`${key}_desc` in completeAnswers))
      .slice(0, 20);
    expect(saves).toHaveLength(20);
    const response = await Promise.all(
      saves.map(([key, value]) => put(client, ['/api/answer', { answer: { [key]: value } }])),
    );
    refuseOtherAnswers(response);
    const acknowledged = saves.filter((_, index) => response[index]?.status === 200);
    expect(acknowledged.length).toBeGreaterThan(0);
    expect(await answersOf(client)).toEqual(Object.fromEntries(acknowledged));
  });

  it('of answers, tabs and counts do not stop a conversion from ending', async () => {
    const client = await person(cloud());
    await upload(client, 'transcript_document', 'grades.pdf', await pdf());
    const saves = Array.from({ length: 20 }, (_, index): Save => {
      const number = String(index);
      const kinds: readonly Save[] = [
        ['/api/answer', { answer: { first_name: number } }],
        ['/api/tabs', { tab_id: 'activities_tab', chosen_tab: index % 2 ? 'list' : 'upload' }],
        ['/api/add-another', { button_id: 'senior_course', num_components: 1 + (index % 9) }],
      ];
      return kinds[index % kinds.length] ?? expect.unreachable();
    });
    const response = await Promise.all(saves.map((save) => put(client, save)));
    refuseOtherAnswers(response);
    expect(await conversionEnded(client, conversionOf('transcript_document'))).toMatchObject({
      status: 'COMPLETED',
    });
  });
});

describe('twenty simultaneous changes of one applicant', () => {
  const times = (change: (index: number) => Promise<ApiReply>) =>
    Promise.all(Array.from({ length: 20 }, (_, index) => change(index)));

  it('of documents leave no upload after the last deletion', async () => {
    const client = await person(cloud());
    const responses = await times((index) =>
      index % 2
        ? client.call('POST', '/api/presigned-url', { answer_key: 'transcript_document' })
        : client.call('DELETE', '/api/document-answer/transcript_document'),
    );
    refuseOtherAnswers(responses);
    const deletion = await client.call('DELETE', '/api/document-answer/transcript_document');
    expect(deletion).toMatchObject({ status: 200 });
    expect((await client.call('GET', conversionOf('transcript_document'))).body.status).toBe('NOT_ANSWERED');
  });
});

describe('a change that other changes keep overtaking', () => {
  const isChange: Fault['matches'] = ({ headers }) =>
    headers['x-amz-target']?.endsWith('.TransactWriteItems') ?? false;
  const cancelled = (Code: string): Fault => ({
    effect: {
      errorName: 'TransactionCanceledException',
      details: { CancellationReasons: [{ Code }, { Code: 'None' }] },
    },
    matches: isChange,
  });

  it('gets a Retry-After response, and is stored on the retry', async () => {
    const client = await person(cloud());
    const changes: readonly Save[] = [
      ['/api/answer', { answer: { first_name: 'Ada' } }],
      ['/api/tabs', { tab_id: 'activities_tab', chosen_tab: 'upload' }],
      ['/api/add-another', { button_id: 'honors', num_components: 2 }],
    ];
    const end = cloud().injectFault(cancelled('TransactionConflict'));
    const response = await Promise.all([
      ...changes.map((each) => put(client, each)),
      client.call('POST', '/api/web-status', { web_status: 'started' }),
      client.call('POST', '/api/presigned-url', { answer_key: 'transcript_document' }),
    ]);
    end();
    expect(response.map(({ status }) => status)).toEqual([429, 429, 429, 429, 429]);
    refuseOtherAnswers(response);
    for (const each of changes) expect(await put(client, each)).toMatchObject({ status: 200 });
    expect(await answersOf(client)).toEqual({ first_name: 'Ada' });
  });
});
