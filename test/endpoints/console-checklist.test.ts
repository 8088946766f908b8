import { beforeAll, expect, it } from 'vitest';
import type { ChecklistLine } from '../../shared/api/console-replies.ts';
import type { ApiClient } from '../support/applicant.ts';
import { withoutDeliveries, withStaffCloud } from '../support/cloud.ts';
import { auditLogOf } from '../support/operator.ts';
import { type Submitted, submitted } from '../support/person.ts';
import { signIn } from '../support/staff.ts';

const { cloud } = withStaffCloud(withoutDeliveries);
let remy: ApiClient;
let ada: Submitted;

beforeAll(async () => {
  remy = await signIn(cloud(), 'Remy Records');
  ada = await submitted(cloud());
}, 60_000);

const rowsOf = () => [
  { line: 2, applicant: ada.confirmation, item: 'transcript', date: '2026-11-02' },
  { line: 3, applicant: ` ${ada.username} `, item: 'Test-Scores', date: '11/3/2026' },
  { line: 4, applicant: ada.confirmation, item: 'essay', date: '2026-11-02' },
  { line: 5, applicant: 'NLU-AAAAAAAA', item: 'transcript', date: '2026-11-02' },
];
const send = async (change: object): Promise<ChecklistLine[]> => {
  const body = { rows: rowsOf(), is_preview: false, is_undo: false, ...change };
  const reply = await remy.call('POST', '/api/staff/checklist', body);
  expect(reply.status).toBe(200);
  return reply.body.rows as ChecklistLine[];
};
const missing = async () =>
  (await remy.call('GET', `/api/staff/applications/${ada.sub}`)).body.missing as string[];
const done = (outcome: string) => [
  { line: 2, outcome, name: 'Ada Lindgren' },
  { line: 3, outcome, name: 'Ada Lindgren' },
];
const refused = [
  { line: 4, outcome: 'refused', reason: 'The item must be one of: transcript, test-scores, fafsa.' },
  { line: 5, outcome: 'refused', reason: expect.stringContaining('confirmation number') },
];

it('a preview says for each line what would happen, and changes nothing', async () => {
  const before = await missing();
  expect(before).toContain('transcript');
  expect(await send({ is_preview: true })).toEqual([...done('changed'), ...refused]);
  expect(await missing()).toEqual(before);
  const checked = (await auditLogOf(cloud())).filter(({ event }) => event === 'checklist-checked');
  expect(checked.map(({ names, by }) => ({ names, by }))).toEqual([
    { names: ['rows=4'], by: expect.stringContaining('Remy Records') },
  ]);
});

it('lines are marked, repeated without a change, and undone', async () => {
  expect(await send({})).toEqual([...done('changed'), ...refused]);
  expect(await missing()).toEqual([]);
  expect(await send({ is_preview: true })).toEqual([...done('unchanged'), ...refused]);
  expect(await send({ is_undo: true })).toEqual([...done('changed'), ...refused]);
  expect(await missing()).toContain('transcript');
});

it('a call takes at most 20 lines', async () => {
  const rows = Array.from({ length: 21 }, (_, index) => ({ ...rowsOf()[0], line: index }));
  const body = { rows, is_preview: true, is_undo: false };
  expect(await remy.call('POST', '/api/staff/checklist', body)).toMatchObject({
    ...{ status: 400, body: { message: 'rows: at most 20.' } },
  });
});
