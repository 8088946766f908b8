import { describe, expect, it } from 'vitest';
import { deadlineSeconds } from '../../shared/api/conversion-time.ts';
import { functionSettings } from '../support/function-settings.ts';
import { day, hour, startSmallStore } from '../support/small-store.ts';

const operator = { by: 'arn:aws:sts::123456789012:assumed-role/Admissions/grace', request: 'request-1' };

const store = await startSmallStore();
const { ScanCommand } = await import('@aws-sdk/lib-dynamodb');
const { keepAddressChange } = await import('../../lambdas/account/address-changes.ts');
const { takeAttempt } = await import('../../lambdas/account/attempts.ts');
const { storeDeviceLink } = await import('../../lambdas/application/visitor-calls.ts');
const { recordEvent } = await import('../../lambdas/table/audit-log.ts');
const { storeWork } = await import('../../lambdas/table/outbox.ts');
const { requestPdf } = await import('../../lambdas/table/pdfs.ts');
const { storeToken } = await import('../../lambdas/table/staff-tokens.ts');
const { revokeAllSessions } = await import('../../lambdas/table/session-changes.ts');
const sessions = await import('../../lambdas/table/sessions.ts');
const { TableName, table } = await import('../../lambdas/table/table.ts');
const { countRequest } = await import('../../lambdas/table/throttles.ts');
const { saveProgress } = await import('../../lambdas/application/deadline-mails.ts');

interface Ending {
  readonly pk: string;
  readonly expires_at?: number;
}
const itemsIn = async (of: string) =>
  (await table.send(new ScanCommand({ TableName: of }))).Items as Ending[];
const itemsNow = async () => [
  ...(await itemsIn(TableName)),
  ...(await itemsIn(functionSettings.AUDIT_TABLE_NAME)).map((item) => ({ ...item, pk: 'LOG' })),
];

/**
 * When DynamoDB may remove what is written, in milliseconds from now, by the beginnings of its partitions'
 * keys.
 */
async function endsOf(work: () => Promise<unknown>): Promise<Readonly<Record<string, number>>> {
  const before = new Set((await itemsNow()).map((item) => JSON.stringify(item)));
  await work();
  const written = (await itemsNow()).filter((item) => !before.has(JSON.stringify(item)));
  return Object.fromEntries(
    written.flatMap(({ pk, expires_at }) =>
      expires_at === undefined ? [] : [[pk.replace(/#.*/, ''), expires_at * 1000 - store.now()]],
    ),
  );
}

const open = () =>
  sessions.openSession({
    ...{ sub: store.sub(), username: store.username(), host: 'apply.example.edu' },
    ...{ browser: 'Firefox', isTrusted: true, sessionVersion: undefined },
  });
const caller = () => ({ username: store.username(), network: '203.0.113.7', own: 'device' });
const copyTime = deadlineSeconds.applicationPdf * 1000;

describe('expiry', () => {
  it.each<[what: string, ends: Readonly<Record<string, number>>, work: () => Promise<unknown>]>([
    ['a session', { SESSION: 12 * hour, SESSIONS: 12 * hour, LOG: 400 * day }, open],
    [
      'the end of all sessions of an account',
      { LOG: 400 * day },
      () => revokeAllSessions({ sub: store.sub(), username: store.username() }, 'operator'),
    ],
    ['an entry of the audit log', { LOG: 400 * day }, () => recordEvent(store.sub(), 'log-out')],
    [
      'a link for staff',
      { SERVICE: hour, LOG: 400 * day },
      () =>
        storeToken(
          store.sub(),
          { ends: store.now() + hour, purpose: 'decision', audience: 'office' },
          operator,
        ),
    ],
    ['a link to another device', { TMP: day }, () => storeDeviceLink({ city: 'Houghton' })],
    [
      'a change of address',
      { ADDRESS: hour },
      () => keepAddressChange(store.sub(), { address: 'new@example.edu', code: '1', current_code: '2' }),
    ],
    ['a count of wrong passwords', { RATE: 30 * day }, () => takeAttempt('password', caller())],
    [
      'a count of calls',
      { RATE: 2 * hour },
      () => countRequest({ name: 'test', max: 5, windowSeconds: 3600 }, store.sub()),
    ],
    [
      'an application PDF, some hours before the bucket removes its file',
      { PDF: copyTime + 20 * hour },
      () => requestPdf(store.sub(), { audience: 'applicant', id: 'one', rev: 1, seen: undefined }),
    ],
    ['a pending mail', { OUTBOX: 7 * day }, () => storeWork('checklist-mail', { sub: store.sub() })],
    [
      'how far the mails before a deadline are',
      { WARNINGS: 90 * day },
      () => saveProgress({ deadline: store.sub(), days: 7 }, { isDone: true }),
    ],
  ])('%s ends when it should: %j', async (_what, ends, work) => {
    // Counts of calls begin with a full hour.
    store.pass(hour - (store.now() % hour));
    expect(await endsOf(work)).toEqual(ends);
  });
});
