import { beforeAll, describe, expect, it } from 'vitest';
import type { ChecklistLine } from '../../shared/api/console-replies.ts';
import type { ApiClient } from '../support/applicant.ts';
import { withoutDeliveries, withStaffCloud } from '../support/cloud.ts';
import { auditLogOf } from '../support/operator.ts';
import { type Submitted, submitted } from '../support/person.ts';
import { signIn } from '../support/staff.ts';

const { cloud } = withStaffCloud(withoutDeliveries);
let remy: ApiClient;
let dana: ApiClient;
let ada: Submitted;

beforeAll(async () => {
  [remy, dana, ada] = await Promise.all([
    signIn(cloud(), 'Remy Records'),
    signIn(cloud(), 'Dana Director'),
    submitted(cloud()),
  ]);
});

const of = ({ sub }: Submitted, path = '') => `/api/staff/applications/${sub}${path}`;

describe('a checklist item', () => {
  it('is received on a day, which changes and is taken back only by naming the day that is stored', async () => {
    const one = await submitted(cloud());
    const path = of(one, '/checklist/transcript');
    const put = (day: string, replaces?: string) => dana.call('PUT', path, { day, replaces });
    const refused = {
      status: 409,
      body: { message: expect.stringContaining('March 3, 2026'), received: '2026-03-03' },
    };
    expect(await remy.call('PUT', path, { day: '2026-03-03' })).toMatchObject({
      ...{ status: 200, body: { checklist: { transcript: '2026-03-03' }, missing: ['test-scores'] } },
    });
    expect(await put('2026-03-03')).toMatchObject({ status: 200 });
    expect(await put('2026-03-05')).toMatchObject(refused);
    expect(await put('2026-03-05', '2026-03-04')).toMatchObject(refused);
    expect(await dana.call('DELETE', `${path}?day=2026-03-05`)).toMatchObject(refused);
    expect((await dana.call('DELETE', path)).status).toBe(400);
    expect(await put('2026-03-05', '2026-03-03')).toMatchObject({
      ...{ status: 200, body: { checklist: { transcript: '2026-03-05' } } },
    });
    expect(await dana.call('DELETE', `${path}?day=2026-03-05`)).toMatchObject({
      ...{ status: 200, body: { checklist: {}, missing: ['transcript', 'test-scores'] } },
    });
    const events = await auditLogOf(cloud(), one.username);
    expect(events.filter(({ event }) => event.startsWith('checklist'))).toMatchObject([
      { event: 'checklist-item-received', by: 'Remy Records (remy)', names: ['transcript'] },
      { event: 'checklist-item-received', by: 'Dana Director (dana)', names: ['transcript'] },
      { event: 'checklist-item-undone', by: 'Dana Director (dana)', names: ['transcript'] },
    ]);
  });

  it('must be known, and must not arrive in the future', async () => {
    const put = (item: string, day: string) => remy.call('PUT', of(ada, `/checklist/${item}`), { day });
    expect((await put('essay', '2026-03-03')).status).toBe(400);
    expect(await put('transcript', '2999-01-01')).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('future') },
    });
  });
});

describe('a list of checklist items', () => {
  const rowsOf = () => [
    { line: 2, applicant: ada.confirmation, item: 'transcript', date: '2026-11-02' },
    { line: 3, applicant: ` ${ada.username} `, item: 'Test-Scores', date: '11/3/2026' },
    { line: 4, applicant: ada.confirmation, item: 'essay', date: '2026-11-02' },
  ];
  const send = async (change: object): Promise<ChecklistLine[]> => {
    const body = { rows: rowsOf(), is_preview: false, is_undo: false, ...change };
    const reply = await remy.call('POST', '/api/staff/checklist', body);
    expect(reply.status).toBe(200);
    return reply.body.rows as ChecklistLine[];
  };
  const missing = async () => (await remy.call('GET', of(ada))).body.missing;
  const outcome = (of: string) => [
    { line: 2, outcome: of, name: 'Ada Lindgren' },
    { line: 3, outcome: of, name: 'Ada Lindgren' },
    { line: 4, outcome: 'refused', reason: 'The item must be one of: transcript, test-scores, fafsa.' },
  ];

  it('says in a preview for each line what would happen, and changes nothing', async () => {
    expect(await send({ is_preview: true })).toEqual(outcome('changed'));
    expect(await missing()).toEqual(['transcript', 'test-scores']);
    const checked = (await auditLogOf(cloud())).filter(({ event }) => event === 'checklist-checked');
    expect(checked.at(-1)).toMatchObject({
      ...{ names: ['rows=3'], by: expect.stringContaining('Remy Records') },
    });
  });

  it('is marked, repeated without a change, and undone', async () => {
    expect(await send({})).toEqual(outcome('changed'));
    expect(await missing()).toEqual([]);
    expect(await send({ is_preview: true })).toEqual(outcome('unchanged'));
    expect(await send({ is_undo: true })).toEqual(outcome('changed'));
    expect(await missing()).toContain('transcript');
  });

  it('has at most 20 lines', async () => {
    const rows = Array.from({ length: 21 }, (_, index) => ({ ...rowsOf()[0], line: index }));
    const body = { rows, is_preview: true, is_undo: false };
    expect(await remy.call('POST', '/api/staff/checklist', body)).toMatchObject({
      ...{ status: 400, body: { message: 'rows: at most 20.' } },
    });
  });
});
