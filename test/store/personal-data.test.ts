import { describe, expect, it } from 'vitest';
import type { PersonalData } from '../../lambdas/table/personal-data.ts';
import { hour, startSmallStore } from '../support/small-store.ts';

const store = await startSmallStore();
const { PutCommand } = await import('@aws-sdk/lib-dynamodb');
const { beginAddressMove, recordAddressMoved } = await import('../../lambdas/account/address-changes.ts');
const { beginErasure } = await import('../../lambdas/table/erasures.ts');
const { addressesOf, eraseItems, personalData, personalDataKinds, itemsAbout } = await import(
  '../../lambdas/table/personal-data'
);
const { addressAuditLog, recordEvent } = await import('../../lambdas/table/audit-log.ts');
const { keys, parts } = await import('../../lambdas/table/keys.ts');
const { readSessionVersion, renewSessionVersion, openSession } = await import(
  '../../lambdas/table/sessions.ts'
);
const { workItem } = await import('../../lambdas/table/outbox.ts');
const { storeToken } = await import('../../lambdas/table/staff-tokens.ts');
const { TableName, table } = await import('../../lambdas/table/table.ts');

const operator = { by: 'arn:aws:sts::123456789012:assumed-role/Admissions/grace', request: 'request-1' };
const submitted_at = '2026-10-30T21:15:00.000Z';
const answers = { first_name: 'Ada', last_name: 'Lindqvist' };

const put = (Item: Readonly<Record<string, unknown>>) => table.send(new PutCommand({ TableName, Item }));
const putPart = (sk: string, item: Readonly<Record<string, unknown>>) =>
  put({ pk: keys.application(store.sub()), sk, ...item });
const putSubmission = () =>
  putPart(parts.submission, {
    ...{ confirmation: 'NLU-7K4Q29XW', submitted_at, username: store.username() },
    ...{ answers, counts: {}, tabs: {}, documents: {} },
  });
const open = (username: string) =>
  openSession({
    ...{
      sub: store.sub(),
      username,
      host: 'apply.example.edu',
      browser: 'Firefox',
      isTrusted: true,
      sessionVersion: undefined,
    },
  });

const kind = (name: keyof typeof personalData): PersonalData => {
  const found = personalData[name];
  if ('notPersonal' in found) throw new Error(`${name} is about nobody.`);
  return found;
};
const person = (...addresses: readonly string[]) => ({
  ...{ sub: store.sub(), addresses, confirmation: 'NLU-7K4Q29XW' },
});
const about = async (name: keyof typeof personalData, ...addresses: readonly string[]) => {
  const found = [];
  for await (const page of itemsAbout(kind(name), person(...addresses))) found.push(...page);
  return found;
};

describe('stored data about an applicant', () => {
  it('has a title for each kind, a reason for each that stays, and a reason for each without personal data', () => {
    const titles = personalDataKinds.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
    for (const title of titles) expect(title).toMatch(/^[A-Z].{9,}$/);
    const staying = personalDataKinds.flatMap(({ stays }) => stays ?? []);
    expect(staying).toHaveLength(2);
    for (const reason of staying) expect(reason).toMatch(/Each entry is deleted after 400 days\.$/);
    const others = Object.values(personalData).flatMap((each) =>
      'notPersonal' in each ? [each.notPersonal] : [],
    );
    expect(others).toHaveLength(14);
    for (const reason of others) expect(reason).toMatch(/^[A-Z].{9,}\.$/);
  });

  it('has the session versions of each of the addresses', async () => {
    const [one, other] = [store.username(), `other-${store.username()}`];
    for (const address of [one, other, 'somebody@example.edu']) await renewSessionVersion(address);
    expect(await about('sessionVersion', one)).toHaveLength(1);
    expect(await eraseItems(kind('sessionVersion'), person(one, other))).toBe(2);
    expect(await Promise.all([one, other].map(readSessionVersion))).toEqual([undefined, undefined]);
    expect(await readSessionVersion('somebody@example.edu')).toBeDefined();
  });

  it('has the mails that are pending, but for those about the deletion itself', async () => {
    const notice = { username: store.username(), host: 'apply.example.edu', at: submitted_at, browser: '' };
    await put(workItem('notice', { ...notice, kind: 'password-changed' }));
    await put(workItem('notice', { ...notice, kind: 'password-changed', username: 'somebody@example.edu' }));
    await put(workItem('notice', { ...notice, kind: 'deletion-asked' }));
    await put(workItem('notice', { kind: 'erased', username: store.username(), at: submitted_at }));
    await put(workItem('checklist-mail', { sub: store.sub() }));
    expect(await about('outbox', store.username())).toMatchObject([
      { about: { kind: 'password-changed', username: store.username() } },
      { kind: 'checklist-mail', about: { sub: store.sub() } },
    ]);
  });

  it('has the events about the application that the university did not get yet', async () => {
    const event = { type: 'application.withdrawn', at: submitted_at } as const;
    await put(workItem('change-event', { ...event, detail: { confirmation: 'NLU-7K4Q29XW' } }));
    await put(workItem('change-event', { ...event, detail: { confirmation: 'NLU-OTHER' } }));
    expect((await about('outbox')).map(({ sk }) => sk)).toEqual([
      `NLU-7K4Q29XW#${submitted_at}#application.withdrawn`,
    ]);
  });

  it('has the links for staff that may still work, as the audit log names them', async () => {
    const link = { ends: store.now() + hour, purpose: 'decision', audience: 'office' } as const;
    const old = await storeToken(store.sub(), link, operator);
    store.pass(2 * hour + 1);
    const [one, other] = [
      await storeToken(store.sub(), link, operator),
      await storeToken(store.sub(), link, operator),
    ];
    await recordEvent(store.sub(), 'service-read', { names: [old] });
    const found = (await about('staffToken')).map(({ pk }) => pk);
    expect(found.toSorted()).toEqual([one, other].map((jti) => keys.staffToken(jti).pk).toSorted());
    store.pass(2 * hour);
    expect(await about('staffToken')).toHaveLength(2);
    store.pass(1);
    expect(await about('staffToken')).toEqual([]);
  });

  it('has what lists a draft, or a submitted application', async () => {
    const started_at = '2026-09-14T08:00:00.000Z';
    await put(keys.listed('draft', started_at, store.sub()));
    await put(keys.listed('submitted', submitted_at, store.sub()));
    await put(keys.named({ family: 'lindqvist', given: 'ada' }, store.sub()));
    await put({ ...keys.confirmation('NLU-7K4Q29XW'), sub: store.sub() });
    const listed = async () => [
      (await about('listed')).map(({ pk }) => pk),
      (await about('named')).length,
      (await about('confirmation')).length,
    ];
    expect(await listed()).toEqual([[], 0, 1]);
    await putPart(parts.meta, { rev: 3, started_at });
    expect(await listed()).toEqual([[keys.listed('draft', started_at, store.sub()).pk], 0, 1]);
    await putPart(parts.meta, { rev: 4, submitted_at });
    await putSubmission();
    expect(await listed()).toEqual([[keys.listed('submitted', submitted_at, store.sub()).pk], 1, 1]);
    const draft = { ...person(), confirmation: undefined };
    expect(await kind('confirmation').places(draft)).toEqual([]);
  });

  it('has every address with which the account logged in or to which it was changed, once', async () => {
    expect(await addressesOf(store.sub())).toEqual([]);
    await putPart(parts.meta, { rev: 1 });
    for (const address of ['one@example.edu', 'one@example.edu', 'two@example.edu']) await open(address);
    const move = {
      ...{ sub: store.sub(), address: 'three@example.edu', username: 'two@example.edu', session: 'hash' },
      ...{ host: 'apply.example.edu', browser: '', at: submitted_at },
    };
    await beginAddressMove(move);
    await recordAddressMoved(move);
    expect((await about('outbox')).map(({ kind: name }) => name)).toContain('address-move');
    expect((await addressesOf(store.sub())).toSorted()).toEqual([
      ...['one@example.edu', 'three@example.edu', 'two@example.edu'],
    ]);
  });

  it('keeps the deletion lock and nothing else of an application that is erased', async () => {
    await putPart(parts.meta, { rev: 3 });
    await putPart(parts.counts, { c: {}, rev: -1 });
    await beginErasure({
      ...{ sk: store.sub(), reason: 'operator', asked_at: submitted_at },
      address_log: await addressAuditLog(store.username()),
    });
    expect(await eraseItems(kind('application'), person())).toBe(1);
    expect(await about('application')).toMatchObject([{ sk: parts.meta, rev: -1 }]);
  });
});
