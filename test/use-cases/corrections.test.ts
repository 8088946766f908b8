import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test, vi } from 'vitest';
import { complete } from '../support/form.ts';
import { startSmallStore } from '../support/small-store.ts';
import { submissionOf } from '../support/submission.ts';

const store = await startSmallStore();

/** A university that hides one part of the form from its office, and another from its systems. */
vi.mock('../../lambdas/runtime/partner.ts', async (original) => {
  const { partnerOfFile } = await original<typeof import('../../lambdas/runtime/partner.ts')>();
  const copies = { office: { hides: ['race'] }, systems: { hides: ['Legal questions'] } };
  const hiding = () => ({ ...partnerOfFile(), copies });
  return { partner: hiding, partnerOfFile: hiding };
});

const { table, TableName } = await import('../../lambdas/store/table.ts');
const { keys, parts } = await import('../../lambdas/store/keys.ts');
const { readApplication } = await import('../../lambdas/store/application.ts');
const { pendingChangeEvents } = await import('../../lambdas/store/change-events.ts');
const { answerCorrection, askCorrection, correctionsSeenBy } = await import(
  '../../lambdas/use-cases/corrections.ts'
);

const submitted_at = '2026-11-22T11:00:00.000Z';
const put = (Item: object) => table.send(new PutCommand({ TableName, Item }));

async function submitted() {
  const sub = store.sub();
  await put({ pk: keys.application(sub), sk: parts.meta, rev: 1, submitted_at });
  const submission = { ...submissionOf(complete), submitted_at, username: store.username() };
  await put({ pk: keys.application(sub), sk: parts.submission, ...submission });
  return sub;
}

const request = (key: string) => ({ key, text: 'It should say something else.' });

test('a request: is not possible about a question that the office does not see', async () => {
  const sub = await submitted();
  await expect(askCorrection(sub, request('race'))).rejects.toMatchObject({
    ...{ kind: 'conflict', message: expect.stringMatching(/Please write to \S+@\S+\.$/) },
  });
  expect((await readApplication(sub)).corrections).toEqual([]);
});

test('a request: is announced without its key if the systems do not see the question', async () => {
  const sub = await submitted();
  await askCorrection(sub, request('felony'));
  const [event] = await pendingChangeEvents();
  expect(event).toMatchObject({ kind: 'correction.asked', detail: { confirmation: 'NLU-7K4Q29XW' } });
  expect(JSON.stringify(event)).not.toContain('felony');
});

test('a request: of before the office lost sight of its question is neither shown nor answered', async () => {
  const sub = await submitted();
  const asked = { ...request('race'), asked_at: submitted_at };
  await put({ pk: keys.application(sub), sk: parts.correction('old'), ...asked });
  const gone = { ...request('a_question_of_last_year'), asked_at: submitted_at };
  await put({ pk: keys.application(sub), sk: parts.correction('gone'), ...gone });
  const { corrections } = await readApplication(sub);
  expect(corrections).toHaveLength(2);
  expect(correctionsSeenBy('office', corrections)).toEqual([]);
  const by = {
    audience: 'office',
    operator: { by: 'Omar', request: '1' },
    host: 'apply.example.edu',
  } as const;
  const answer = { outcome: 'unchanged', reply: 'No.' } as const;
  await expect(answerCorrection(sub, 'old', answer, by)).rejects.toMatchObject({ kind: 'notFound' });
});

test('a request: stores the time of its change in place of the oldest, if 200 are stored', async () => {
  const sub = await submitted();
  const times = Array.from({ length: 200 }, (_, place) => new Date(store.now() - 300 + place).toISOString());
  const [oldest = '', next = ''] = times;
  await put({ pk: keys.application(sub), sk: parts.checklist, received: {}, rev: 200, changes: times });
  await askCorrection(sub, request('city'));
  const at = new Date(store.now()).toISOString();
  const { checklist } = await readApplication(sub);
  expect(checklist).toMatchObject({ rev: 201, changes: [next, ...times.slice(2), at] });
  const read = async (time: string) =>
    (await table.send(new GetCommand({ TableName, Key: keys.listed('changed', time, sub) }))).Item;
  expect(await read(at)).not.toHaveProperty('expires_at');
  expect(await read(oldest)).toHaveProperty('expires_at', Math.floor(store.now() / 1000));
});
