import { describe, expect, it } from 'vitest';
import type { Erasure } from '../../lambdas/table/items.ts';
import { minute, startSmallStore } from '../support/small-store.ts';

const store = await startSmallStore();
const { QueryCommand, UpdateCommand } = await import('@aws-sdk/lib-dynamodb');
const { saveAnswers } = await import('../../lambdas/application/answers.ts');
const { readApplication } = await import('../../lambdas/table/application.ts');
const { askForErasure, beginErasure, dueErasures, endErasure, findErasure, ...erasures } = await import(
  '../../lambdas/table/erasures.ts'
);
const { eraseItems, personalDataKinds } = await import('../../lambdas/table/personal-data');
const { addressAuditLog, readAuditLog } = await import('../../lambdas/table/audit-log.ts');
const { keys } = await import('../../lambdas/table/keys.ts');
const { pendingIn } = await import('../../lambdas/table/outbox.ts');
const { TableName, table } = await import('../../lambdas/table/table.ts');

/** An erasure as it is asked for now. */
const erasure = async (more: Partial<Erasure> = {}): Promise<Erasure> => ({
  ...{ sk: store.sub(), reason: 'applicant', asked_at: new Date(store.now()).toISOString() },
  address_log: await addressAuditLog(store.username()),
  ...more,
});
const save = (answer: Parameters<typeof saveAnswers>[1]) => saveAnswers(store.sub(), answer, {});
const { submit } = store;
const mail = () => ({
  ...({
    kind: 'deletion-asked',
    username: store.username(),
    host: 'apply.example.edu',
    browser: '',
  } as const),
  at: new Date(store.now()).toISOString(),
});
const isDue = async () => (await dueErasures()).some(({ sk }) => sk === store.sub());
const entriesIn = async (...partitions: readonly string[]) =>
  (await readAuditLog(partitions, '')).entries.map(({ event, keys: names }) => [event, ...(names ?? [])]);
const auditLog = () => entriesIn(keys.log(store.sub()));
const itemsOf = async () => {
  const query = new QueryCommand({
    ...{ TableName, KeyConditionExpression: 'pk = :pk', ConsistentRead: true },
    ExpressionAttributeValues: { ':pk': keys.application(store.sub()) },
  });
  return (await table.send(query)).Items ?? [];
};
/** The items by which exports list a deleted application. */
const listed = async ({ confirmation }: Erasure) => {
  const day = new Date(store.now()).toISOString().slice(0, 10);
  const query = new QueryCommand({
    ...{ TableName, KeyConditionExpression: 'pk = :pk' },
    ExpressionAttributeValues: { ':pk': `LIST#erased#${day}` },
  });
  return ((await table.send(query)).Items ?? []).filter((item) => item.confirmation === confirmation);
};
const eraseAll = async () => {
  const person = { sub: store.sub(), addresses: [store.username()], confirmation: undefined };
  let count = 0;
  for (const kind of personalDataKinds) if (kind.stays === undefined) count += await eraseItems(kind, person);
  return count;
};

it('an erasure is dropped if the application was submitted before it began, and the audit log says so', async () => {
  await save({ city: 'Houghton' });
  const asked = await erasure();
  await askForErasure(asked, mail());
  await table.send(
    new UpdateCommand({
      ...{ TableName, Key: { pk: keys.application(store.sub()), sk: 'META' } },
      UpdateExpression: 'SET submitted_at = :at',
      ExpressionAttributeValues: { ':at': asked.asked_at },
    }),
  );
  expect(await beginErasure(asked)).toBe('changed');
  await erasures.refuseErasure(asked);
  expect(await findErasure(store.sub())).toBeUndefined();
  expect(await auditLog()).toContainEqual(['erasure-refused', 'submitted']);
  expect((await readApplication(store.sub())).answers).toEqual({ city: 'Houghton' });
});

it('an erasure by the office begins on a submitted application only with its number, by which the package is found', async () => {
  await save({ city: 'Houghton' });
  const asked = await erasure({ reason: 'operator' });
  await submit(); // after the number was looked for
  expect(await beginErasure(asked)).toBe('changed');
  expect(await beginErasure({ ...asked, confirmation: 'NLU-7K4Q29XW' })).toBe('begun');
  expect(await findErasure(store.sub())).toMatchObject({ confirmation: 'NLU-7K4Q29XW' });
});

describe('an erasure that has begun', () => {
  it('goes on when it is begun again, with one entry in the audit log', async () => {
    await save({ city: 'Houghton' });
    const asked = await erasure();
    expect([await beginErasure(asked), await beginErasure(asked)]).toEqual(['begun', 'begun']);
    expect((await auditLog()).filter(([event]) => event === 'erasure-begun')).toEqual([
      ['erasure-begun', 'applicant'],
    ]);
  });

  it('is due again only when nothing can arrive any more', async () => {
    await beginErasure(await erasure({ reason: 'operator' }));
    expect(await erasures.settleErasure(store.sub(), store.now() + minute)).toBe(true);
    expect(await isDue()).toBe(false);
    store.pass(minute);
    expect(await isDue()).toBe(true);
  });

  it('cannot settle after its end', async () => {
    expect(await erasures.settleErasure(store.sub(), store.now())).toBe(false);
    expect(await findErasure(store.sub())).toBeUndefined();
  });

  it('lists a submitted application for the university once, for 90 days and without its applicant', async () => {
    const asked = await erasure({ reason: 'years-over', confirmation: `NLU-${store.sub()}` });
    await beginErasure(asked);
    store.pass(minute);
    const erased_at = new Date(store.now()).toISOString();
    await endErasure(asked);
    store.pass(minute);
    await endErasure(asked); // another call at the same moment
    const [first, ...others] = await listed(asked);
    expect(others).toEqual([]);
    const erased = { confirmation: asked.confirmation, erased_at, reason: 'years-over' };
    expect(first).toEqual({
      ...{ pk: `LIST#erased#${erased_at.slice(0, 10)}`, sk: `${erased_at}#${asked.confirmation}` },
      ...{ ...erased, expires_at: Math.floor((Date.parse(erased_at) + 90 * 86_400_000) / 1000) },
    });
    expect(await pendingIn('systems', `${asked.confirmation}#`)).toMatchObject([
      { kind: 'change-event', about: { type: 'application.erased', at: erased_at, detail: erased } },
    ]);
  });

  it('lists no draft for the university', async () => {
    const before = await pendingIn('systems');
    const asked = await erasure({ reason: 'draft-over', rev: 0 });
    await beginErasure(asked);
    await endErasure(asked);
    expect(await findErasure(store.sub())).toBeUndefined();
    expect(await pendingIn('systems')).toEqual(before);
  });

  it('leaves entries that say so in the audit logs of applicant, address and operators, and nothing else', async () => {
    const by = { by: 'arn:aws:sts::123456789012:assumed-role/Admissions/grace', request: 'request-1' };
    await save({ city: 'Houghton' });
    const asked = await erasure({ reason: 'operator', ...by });
    await beginErasure(asked);
    await eraseAll();
    await endErasure(asked);
    await endErasure(asked); // another call at the same moment
    expect(await itemsOf()).toEqual([]);
    expect(await findErasure(store.sub())).toBeUndefined();
    expect(await isDue()).toBe(false);
    const ends = (entries: readonly (readonly string[])[]) => entries.filter(([event]) => event === 'erased');
    expect(ends(await auditLog())).toEqual([['erased', 'operator']]);
    expect(ends(await entriesIn(asked.address_log))).toEqual([['erased', 'operator']]);
    const ofOperators = ends(await entriesIn(keys.operatorLog)).filter((entry) =>
      entry.includes(store.sub()),
    );
    expect(ofOperators).toEqual([['erased', store.sub(), 'operator']]);
    expect(await save({ city: 'Hancock' })).toMatchObject({ revision: 1 });
  });
});

describe('the erasure of a draft whose time is over', () => {
  it.each([
    ['begins while the draft is as it was', 1, [{ city: 'Houghton' }], 'begun'],
    ['begins for an account that never saved anything', 0, [], 'begun'],
    ['is dropped when the draft has changed since', 1, [{ city: 'Houghton' }, { city: '' }], 'changed'],
    ['is canceled when an account without answers has saved some', 0, [{ city: 'Houghton' }], 'changed'],
  ] as const)('%s', async (_what, rev, saved, outcome) => {
    for (const answer of saved) await save(answer);
    expect(await beginErasure(await erasure({ reason: 'draft-over', rev }))).toBe(outcome);
  });

  it('never begins once the application is submitted', async () => {
    await save({ city: 'Houghton' });
    await submit();
    expect(await beginErasure(await erasure({ reason: 'draft-over', rev: 2 }))).toBe('changed');
  });
});
