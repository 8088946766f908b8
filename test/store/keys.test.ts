import { describe, expect, it } from 'vitest';
import { applicantId, uploadId } from '../../lambdas/runtime/ids.ts';
import { anyNotice, erasure, signUps } from '../../lambdas/store/items.ts';
import * as partitions from '../../lambdas/store/keys.ts';
import { startSmallStore } from '../support/small-store.ts';

await startSmallStore();
const { rateLimits } = await import('../../lambdas/store/throttles.ts');
const { keys, parts } = partitions;
const sub = applicantId.parse('a-applicant');

// Running deployments store items with these keys and words. Changing one loses access to those items.

describe('an item of a table that exists', () => {
  it.each([
    [keys.application(sub), 'APP#a-applicant'],
    [keys.applicationPdf(sub, 'applicant'), { pk: 'PDF#a-applicant', sk: 'PDF' }],
    [keys.applicationPdf(sub, 'reader'), { pk: 'PDF#a-applicant', sk: 'PDF#reader' }],
    [keys.session('hash'), { pk: 'SESSION#hash', sk: 'SESSION' }],
    [keys.sessionsOf(sub), 'SESSIONS#a-applicant'],
    [keys.log(sub), 'a-applicant'],
    [keys.addressLog('name'), '@name'],
    [keys.operatorLog, 'operators'],
    [keys.validationReports(sub), 'REPORTS#a-applicant'],
    [keys.staffToken('jti'), { pk: 'SERVICE#jti', sk: 'TOKEN' }],
    [keys.deviceLink('hash'), { pk: 'TMP#hash', sk: 'ANSWERS' }],
    [keys.signUps(sub), { pk: 'SIGNUP#a-applicant', sk: 'SIGNUP' }],
    [keys.trustedBrowsers('name'), 'DEVICES#name'],
    [keys.pendingReceipt(sub), { pk: 'PENDING#a', sk: 'a-applicant' }],
    [keys.delivery(sub), { pk: 'DELIVERY#a', sk: 'a-applicant' }],
    [keys.package(sub), { pk: 'PACKAGE#a-applicant', sk: 'PACKAGE' }],
    [keys.pendingChecklistMail(sub), { pk: 'PENDING#checklist#a', sk: 'a-applicant' }],
    [keys.addressChange(sub), { pk: 'ADDRESS#a-applicant', sk: 'ADDRESS' }],
    [keys.warnings, 'WARNINGS'],
    [keys.notices, 'NOTICES'],
    [
      keys.listed('draft', '2026-09-14T08:00:00Z', sub),
      { pk: 'LIST#draft#2026-09-14#a', sk: '2026-09-14T08:00:00Z#a-applicant' },
    ],
    [
      keys.named({ family: 'lindqvist', given: 'ada' }, sub),
      { pk: 'NAME#li', sk: 'lindqvist, ada#a-applicant' },
    ],
    [keys.named({ family: '𠮷田花', given: '' }, sub), { pk: 'NAME#𠮷田', sk: '𠮷田花, #a-applicant' }],
    [
      keys.listRow(sub, '2026-10-30T21:15:00.000Z'),
      { pk: 'ROW#a', sk: '2026-10-30T21:15:00.000Z#a-applicant' },
    ],
    [keys.listRowTime(sub), { pk: 'ROW#a-applicant', sk: 'TIME' }],
    [keys.readMark(sub, 'hash'), { pk: 'READ#a-applicant', sk: 'hash' }],
    [keys.readMarkOfReader('hash', sub), { pk: 'READ#BY#hash', sk: sub }],
    [keys.rowRebuild(sub), { pk: 'REBUILD', sk: sub }],
    [keys.notes(sub), 'NOTE#a-applicant'],
    [keys.confirmation('NLU-7K4Q29XW'), { pk: 'CONFIRMATION#NLU-7K4Q29XW', sk: 'APPLICATION' }],
    [
      keys.erasedApplication('2027-01-15T10:00:00.000Z', 'NLU-7K4Q29XW'),
      { pk: 'LIST#erased#2027-01-15', sk: '2027-01-15T10:00:00.000Z#NLU-7K4Q29XW' },
    ],
    [
      keys.changeEvent('NLU-7K4Q29XW', '2027-01-15T10:00:00.000Z', 'application.withdrawn', 'id'),
      { pk: 'DELIVERY#events', sk: 'NLU-7K4Q29XW#2027-01-15T10:00:00.000Z#application.withdrawn#id' },
    ],
    [keys.erasure(sub), { pk: 'ERASURE#a', sk: 'a-applicant' }],
    [keys.nightlyExport, { pk: 'EXPORT', sk: 'NIGHTLY' }],
    [keys.rate('calls', 'name'), { pk: 'RATE#name', sk: 'calls' }],
  ])('is found under %j', (key, expected) => {
    expect(key).toEqual(expected);
  });

  it('of an application is found in its partition', () => {
    expect({
      ...parts,
      warned: parts.warned('fall'),
      answers: parts.answers('city'),
      status: parts.status('Submitted'),
      document: parts.document('transcript'),
      removal: parts.removal(uploadId.parse('gen')),
      logIn: parts.logIn('2026-09-14T08:00:00Z'),
    }).toEqual({
      ...{ meta: 'META', endNotice: 'META#END', visit: 'VISIT', counts: 'COUNTS', tabs: 'TABS' },
      ...{
        conflicts: 'CONFLICTS',
        submission: 'SUBMISSION#1',
        outbox: 'OUTBOX#submit',
        checklist: 'CHECKLIST',
        withdrawal: 'WITHDRAWAL',
      },
      ...{ reminders: 'REMINDERS', warned: 'WARNED#fall', answers: expect.stringMatching(/^ANSWERS#\d+$/) },
      ...{
        status: 'STATUS#Submitted',
        document: 'DOC#transcript',
        conversionLock: 'LOCK',
        uploads: 'UPLOADS',
      },
      ...{ removal: 'REMOVAL#gen', address: 'ADDRESS', logIn: 'LOGIN#2026-09-14T08:00:00Z' },
    });
  });

  it.each([
    [partitions.pendingReceiptPartitions, (each: typeof sub) => keys.pendingReceipt(each).pk],
    [partitions.erasurePartitions, (each: typeof sub) => keys.erasure(each).pk],
    [partitions.listRowPartitions, (each: typeof sub) => keys.listRow(each, '').pk],
    [partitions.deliveryPartitions, (each: typeof sub) => keys.delivery(each).pk],
    [partitions.pendingChecklistPartitions, (each: typeof sub) => keys.pendingChecklistMail(each).pk],
    [
      partitions.listPartitions('draft', '2026-09-14'),
      (each: typeof sub) => keys.listed('draft', '2026-09-14T08:00:00Z', each).pk,
    ],
  ])('is in one of sixteen partitions, which are all read: %j', (read, partitionOf) => {
    const written = [...'0123456789abcdef'].map((digit) => partitionOf(applicantId.parse(`${digit}-id`)));
    expect(read).toEqual(written);
  });
});

describe('a word in an item of a table that exists', () => {
  const notice = { username: 'ada@example.org', host: 'apply.example.edu', at: '', browser: '' };

  it.each([
    ...['password-changed', 'password-reset', 'new-browser', 'address-changed', 'address-confirmed'],
    ...['deletion-asked'],
  ])('%s is a notice that can be mailed', (kind) => {
    expect(anyNotice.parse({ ...notice, kind })).toEqual({ ...notice, kind });
  });

  it('erased is a notice without a browser', () => {
    const erased = { kind: 'erased', username: 'ada@example.org', at: '' };
    expect(anyNotice.parse(erased)).toEqual(erased);
    expect(() => anyNotice.parse({ ...erased, kind: 'new-browser' })).toThrow();
  });

  it.each(['operator', 'applicant', 'never-confirmed', 'years-over', 'draft-over'])(
    '%s is a reason for an erasure',
    (reason) => {
      const item = { sk: sub, reason, asked_at: '', address_log: '' };
      expect(erasure.parse(item)).toEqual(item);
    },
  );

  it.each(['kept', 'replacing', 'replaced'])('%s is what happened to a password', (outcome) => {
    expect(signUps.parse({ outcome })).toEqual({ outcome });
  });

  it('may be missing, because an interrupted sign-up wrote none', () => {
    expect(signUps.parse({})).toEqual({});
  });
});

describe('a count of calls', () => {
  it('has a separate counter in each limit', () => {
    expect(Object.values(rateLimits).map(({ name }) => name)).toEqual([
      ...['calls', 'mails', 'staff-sign-ins', 'sign-ups', 'look-ups', 'temporary', 'codes'],
      ...['account-changes', 'address-mails', 'links'],
    ]);
  });
});
