import { describe, expect, it } from 'vitest';
import type { Disruption } from '../../scripts/local-cloud/fault-injection.ts';
import { type Heard, newApplicant, type Visitor } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { conversionOf, settled, upload } from '../support/documents.ts';
import { completeAnswers } from '../support/form.ts';
import { pdf } from '../support/samples.ts';

const cloud = withCloud();

type Save = readonly [path: string, body: object];
const put = (visitor: Visitor, [path, body]: Save) => visitor.call('PUT', path, body);
const answersOf = async (visitor: Visitor) =>
  (await visitor.call('GET', '/api/profile')).body.answer as Readonly<Record<string, unknown>>;

/** A save that meets others is either stored or told when to try again. Every other response fails the test. */
function refuseOtherAnswers(heard: readonly Heard[]): void {
  for (const { status, body, headers } of heard) {
    if (status === 200) continue;
    expect({ status, body }).toMatchObject({ status: 429 });
    expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(body.message).toContain(`Please try again in ${headers.get('retry-after')} seconds.`);
  }
}

const isSaved = ({ status }: Heard) => status === 200;

describe('a hundred simultaneous saves of one applicant', () => {
  it('of different answers are all stored, except those that are told to try again', async () => {
    const visitor = await newApplicant(cloud());
    // The label of a chosen code is stored with it.
    const saves = Object.entries(completeAnswers)
      .filter(([key]) => !key.endsWith('_desc') && !(`${key}_desc` in completeAnswers))
      .slice(0, 100);
    expect(saves).toHaveLength(100);
    const heard = await Promise.all(
      saves.map(([key, value]) => put(visitor, ['/api/answer', { answer: { [key]: value } }])),
    );
    refuseOtherAnswers(heard);
    const acknowledged = saves.filter((_, index) => heard[index]?.status === 200);
    expect(acknowledged.length).toBeGreaterThan(0);
    expect(await answersOf(visitor)).toEqual(Object.fromEntries(acknowledged));
  }, 60_000);

  it('of the same answer leave the one that was saved last', async () => {
    const visitor = await newApplicant(cloud());
    const names = Array.from({ length: 100 }, (_, index) => `Ada ${index}`);
    const heard = await Promise.all(
      names.map((first_name) => put(visitor, ['/api/answer', { answer: { first_name } }])),
    );
    refuseOtherAnswers(heard);
    const saved = heard.flatMap((each, index) =>
      isSaved(each) ? [{ name: names[index], revision: Number(each.body.revision) }] : [],
    );
    expect(new Set(saved.map(({ revision }) => revision)).size).toBe(saved.length);
    const last = saved.toSorted((one, other) => other.revision - one.revision)[0];
    expect(await answersOf(visitor)).toEqual({ first_name: last?.name });
  }, 60_000);

  it('of answers, tabs and counts do not stop a conversion from ending', async () => {
    const visitor = await newApplicant(cloud());
    await upload(visitor, 'transcript_document', 'grades.pdf', await pdf());
    const saves = Array.from({ length: 100 }, (_, index): Save => {
      const number = String(index);
      const kinds: readonly Save[] = [
        ['/api/answer', { answer: { first_name: number } }],
        ['/api/tabs', { tab_id: 'contact', chosen_tab: number }],
        ['/api/add-another', { button_id: 'honors', num_components: 1 + (index % 9) }],
      ];
      return kinds[index % kinds.length] ?? expect.unreachable();
    });
    const heard = await Promise.all(saves.map((save) => put(visitor, save)));
    refuseOtherAnswers(heard);
    expect(await settled(visitor, conversionOf('transcript_document'))).toMatchObject({
      status: 'COMPLETED',
    });
  }, 90_000);
});

describe('a change that other changes keep overtaking', () => {
  const isChange: Disruption['meets'] = ({ headers }) =>
    headers['x-amz-target']?.endsWith('.TransactWriteItems') ?? false;
  const cancelled = (Code: string): Disruption => ({
    trouble: {
      refusedAs: 'TransactionCanceledException',
      details: { CancellationReasons: [{ Code }, { Code: 'None' }] },
    },
    meets: isChange,
  });

  it('is told when to try again, and is stored then', async () => {
    const visitor = await newApplicant(cloud());
    const changes: readonly Save[] = [
      ['/api/answer', { answer: { first_name: 'Ada' } }],
      ['/api/tabs', { tab_id: 'contact', chosen_tab: 'two' }],
      ['/api/add-another', { button_id: 'honors', num_components: 2 }],
    ];
    const end = cloud().disrupt(cancelled('TransactionConflict'));
    const heard = await Promise.all([
      ...changes.map((each) => put(visitor, each)),
      visitor.call('POST', '/api/web-status', { web_status: 'started' }),
      visitor.call('POST', '/api/presigned-url', { answer_key: 'transcript_document' }),
    ]);
    end();
    expect(heard.map(({ status }) => status)).toEqual([429, 429, 429, 429, 429]);
    refuseOtherAnswers(heard);
    for (const each of changes) expect(await put(visitor, each)).toMatchObject({ status: 200 });
    expect(await answersOf(visitor)).toEqual({ first_name: 'Ada' });
  }, 60_000);

  it('is not told to try again when that cannot help', async () => {
    const visitor = await newApplicant(cloud());
    await put(visitor, ['/api/answer', { answer: { first_name: 'Ada' } }]);
    const end = cloud().disrupt(cancelled('ValidationError'));
    const heard = await put(visitor, ['/api/answer', { answer: { first_name: 'Augusta' } }]);
    end();
    expect(heard.status).toBe(500);
    expect(await answersOf(visitor)).toEqual({ first_name: 'Ada' });
  });
});
