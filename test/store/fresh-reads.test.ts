import { beforeEach, describe, expect, it } from 'vitest';
import { documentKey, uploadId } from '../../lambdas/runtime/ids.ts';
import { hour, interceptTable, startSmallStore } from '../support/small-store.ts';

const store = await startSmallStore();
const { GetCommand, QueryCommand } = await import('@aws-sdk/lib-dynamodb');
const { saveAnswers } = await import('../../lambdas/application/answers.ts');
const { takeAttempt } = await import('../../lambdas/account/attempts.ts');
const { readApplication } = await import('../../lambdas/table/application.ts');
const { isConversionCompleted, readDocument } = await import('../../lambdas/documents/conversions.ts');
const { createUpload } = await import('../../lambdas/documents/documents.ts');
const { beginErasure, dueErasures, findErasure } = await import('../../lambdas/table/erasures.ts');
const { eraseItems, personalData } = await import('../../lambdas/table/personal-data');
const { addressAuditLog, recordEvent, readAuditLog } = await import('../../lambdas/table/audit-log.ts');
const { keys } = await import('../../lambdas/table/keys.ts');
const { readStoredPdf, requestPdf } = await import('../../lambdas/table/pdfs.ts');
const { readList } = await import('../../lambdas/table/application-lists.ts');
const { admitToken, storeToken } = await import('../../lambdas/table/staff-tokens.ts');
const { revokeAllSessions, replaceSession } = await import('../../lambdas/table/session-changes.ts');
const sessions = await import('../../lambdas/table/sessions.ts');
const { readSessionVersion, renewSessionVersion } = await import('../../lambdas/table/sessions.ts');
const { storeValidationReport } = await import('../../lambdas/application/progress.ts');
const { readProgress, saveProgress } = await import('../../lambdas/application/deadline-mails.ts');

// A read that is not consistent may miss what was acknowledged a moment ago. Here each of them misses
// everything.
beforeEach(() => {
  const end = interceptTable((command, send) => {
    const isRead = command instanceof GetCommand || command instanceof QueryCommand;
    const isStale = isRead && command.input.ConsistentRead !== true;
    return isStale ? Promise.resolve({ Items: [], Count: 0 }) : send();
  });
  return end;
});

const open = () =>
  sessions.openSession({
    ...{ sub: store.sub(), username: store.username(), host: 'apply.example.edu' },
    ...{ browser: 'Firefox', isTrusted: true, sessionVersion: undefined },
  });
const paper = documentKey.parse('paper');
const begin = async () => {
  await saveAnswers(store.sub(), { city: 'Houghton' }, {});
  await beginErasure({
    ...{ sk: store.sub(), reason: 'operator', asked_at: new Date(store.now()).toISOString() },
    address_log: await addressAuditLog(store.username()),
  });
};

describe('a write acknowledged a moment ago is there in', () => {
  it('an application', async () => {
    await saveAnswers(store.sub(), { city: 'Houghton' }, {});
    expect((await readApplication(store.sub())).answers).toEqual({ city: 'Houghton' });
  });

  it('a session: it is found, replaced and ended', async () => {
    const id = await open();
    expect(await sessions.findSession(id)).toMatchObject({ sub: store.sub() });
    const next = await replaceSession(id, store.sub());
    await open();
    expect(await sessions.findSession(next.id)).toMatchObject({ sub: store.sub() });
    expect(await revokeAllSessions({ sub: store.sub(), username: store.username() }, 'applicant')).toBe(2);
  });

  it('a count of wrong passwords, before the next one', async () => {
    const caller = { username: store.username(), network: '203.0.113.7', own: 'device' };
    for (let index = 0; index < 10; index++) await takeAttempt('password', caller);
    await expect(takeAttempt('password', caller)).rejects.toMatchObject({
      kind: 'tooMany',
      retryAfter: 3600,
    });
  });

  it('a session version', async () => {
    await renewSessionVersion(store.username());
    expect(await readSessionVersion(store.username())).toBeDefined();
  });

  it('a link for staff', async () => {
    const operator = { by: 'grace', request: 'request-1' };
    const link = { ends: store.now() + hour, purpose: 'decision', audience: 'office' } as const;
    const jti = await storeToken(store.sub(), link, operator);
    expect(await admitToken({ jti, sub: store.sub(), route: 'GET /service/x' })).toBe('office');
  });

  it('a document and the application PDF', async () => {
    await createUpload(store.sub(), paper);
    expect(await readDocument(store.sub(), paper)).toMatchObject({ uploaded: false });
    const gen = uploadId.parse('other');
    expect(await isConversionCompleted({ sub: store.sub(), answer_key: paper, gen })).toBe(false);
    await requestPdf(store.sub(), { audience: 'applicant', id: 'one', rev: 1, seen: undefined });
    expect(await readStoredPdf(store.sub(), 'applicant')).toMatchObject({ id: 'one' });
  });

  it('the state before a report of what is wrong', async () => {
    await begin();
    await expect(storeValidationReport(store.sub(), {})).rejects.toMatchObject({ kind: 'unauthenticated' });
  });

  it('the progress of mails before a deadline', async () => {
    const warning = { deadline: store.sub(), days: 7 };
    expect(await readProgress(warning)).toEqual({});
    await saveProgress(warning, { after: 'somewhere' });
    expect(await readProgress(warning)).toEqual({ after: 'somewhere' });
  });

  it('an erasure, and in what is erased', async () => {
    await begin();
    expect(await findErasure(store.sub())).toMatchObject({ sk: store.sub() });
    expect((await dueErasures()).map(({ sk }) => sk)).toContain(store.sub());
    const person = { sub: store.sub(), addresses: [], confirmation: undefined };
    if ('notPersonal' in personalData.application) expect.unreachable();
    expect(await eraseItems(personalData.application, person)).toBeGreaterThan(0);
  });

  it('the audit log and the lists of applications', async () => {
    await recordEvent(store.sub(), 'log-in');
    expect((await readAuditLog([keys.log(store.sub())], '')).entries).toHaveLength(1);
    await saveAnswers(store.sub(), { city: 'Houghton' }, {});
    const range = { after: '2026-11-22', before: '2026-11-23', limit: 100 };
    const { listed } = await readList({ status: 'draft', ...range });
    expect(listed.map(({ sub }) => sub)).toContain(store.sub());
  });
});
