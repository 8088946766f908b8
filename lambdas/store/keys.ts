import type { ApplicantId, UploadId } from '../runtime/ids.ts';

/** What staff ask for: applications that were begun and not submitted, and submitted ones. */
export type ListedStatus = 'draft' | 'submitted';

/** The keys of the table. Each partition belongs to one applicant, session, token or counter. */
export const keys = {
  application: (sub: ApplicantId) => `APP#${sub}`,
  /** The newest application PDF. It lies apart, so that whoever requests one can write nothing of the application. */
  applicationPdf: (sub: ApplicantId) => ({ pk: `PDF#${sub}`, sk: 'PDF' }),
  session: (hash: string) => ({ pk: `SESSION#${hash}`, sk: 'SESSION' }),
  sessionsOf: (sub: ApplicantId) => `SESSIONS#${sub}`,
  /** Changes with each end of all sessions of an account, by the address's pseudonym. Operators may write it, and no session. */
  sessionVersion: (pseudonym: string) => ({ pk: `EPOCH#${pseudonym}`, sk: 'EPOCH' }),
  /** The log-ins of an applicant that wait for the second factor. The grants for sessions cover them. */
  secondStepsOf: (sub: ApplicantId) => `SESSIONSTEP#${sub}`,
  secondStep: (sub: ApplicantId, hash: string) => ({ pk: `SESSIONSTEP#${sub}`, sk: `STEP#${hash}` }),
  /** What is left of an applicant's recovery codes. */
  recoveryCodes: (sub: ApplicantId) => ({ pk: `RECOVERY#${sub}`, sk: 'CODES' }),
  log: (sub: ApplicantId) => `LOG#${sub}`,
  /** What happened to an address before anybody proved to be its owner, by the address's pseudonym. */
  addressLog: (pseudonym: string) => `LOG#@${pseudonym}`,
  operatorLog: 'LOG#operators',
  /** Error reports of the form. They are overwritten; the audit log is not. */
  validationReports: (sub: ApplicantId) => `REPORTS#${sub}`,
  /** A service token, by the id in it. The token stops working when its item is revoked or removed. */
  serviceToken: (jti: string) => ({ pk: `SERVICE#${jti}`, sk: 'TOKEN' }),
  /** The answers behind a device link, by the hash of its token. */
  temporary: (hash: string) => ({ pk: `TMP#${hash}`, sk: 'ANSWERS' }),
  /** How an account was signed up for, while it is being confirmed. */
  signUps: (sub: ApplicantId) => ({ pk: `SIGNUP#${sub}`, sk: 'SIGNUP' }),
  /** The browsers that have logged in to one account. */
  trustedBrowsers: (pseudonym: string) => `DEVICES#${pseudonym}`,
  /** A receipt that has not been mailed yet, in one of sixteen partitions, so that a deadline fills none of them. */
  pendingReceipt: (sub: ApplicantId) => ({ pk: `PENDING#${sub.slice(0, 1)}`, sk: sub }),
  /** A submission whose package has not been delivered yet, in one of sixteen partitions. */
  delivery: (sub: ApplicantId) => ({ pk: `DELIVERY#${sub.slice(0, 1)}`, sk: sub }),
  /** That a submission's package was delivered. It lies apart, so that who delivers can write nothing of the application. */
  package: (sub: ApplicantId) => ({ pk: `PACKAGE#${sub}`, sk: 'PACKAGE' }),
  /** A mail that says that every checklist item arrived and has not been sent yet, in one of sixteen partitions. */
  pendingChecklistMail: (sub: ApplicantId) => ({ pk: `PENDING#checklist#${sub.slice(0, 1)}`, sk: sub }),
  /** A change of address, until both codes are entered. */
  addressChange: (sub: ApplicantId) => ({ pk: `ADDRESS#${sub}`, sk: 'ADDRESS' }),
  /** Changes of address whose codes were right and which are not finished. There are never many. */
  addressMoves: 'ADDRESS#moves',
  addressMove: (sub: ApplicantId) => ({ pk: 'ADDRESS#moves', sk: sub }),
  /** How far the list of drafts was read for the mails about each deadline. */
  warnings: 'WARNINGS',
  /** Mails about the safety of accounts that could not be sent at once. */
  notices: 'NOTICES',
  /** An application in the list of the day on which it was begun or submitted, `at`. */
  listed: (status: ListedStatus, at: string, sub: ApplicantId) => ({
    pk: listOf(status, at.slice(0, 10), sub.slice(0, 1)),
    sk: `${at}#${sub}`,
  }),
  /** A submitted application under its applicant's name, as `searchName` of shared/rules writes it. */
  named: ({ family, given }: SearchNames, sub: ApplicantId) => ({
    pk: namePartition(family),
    sk: `${family}, ${given}#${sub}`,
  }),
  /** Whose application has a confirmation number. */
  confirmation: (number: string) => ({ pk: `CONFIRMATION#${number}`, sk: 'APPLICATION' }),
  /** An erasure that is not finished, in one of sixteen partitions. */
  erasure: (sub: ApplicantId) => ({ pk: `ERASURE#${sub.slice(0, 1)}`, sk: sub }),
  /** Progress of a pass of retention over all users. */
  retention: { pk: 'RETENTION', sk: 'RUN' },
  /** How far the nightly export is. */
  nightlyExport: { pk: 'EXPORT', sk: 'NIGHTLY' },
  rate: (name: string, pseudonym: string) => ({ pk: `RATE#${pseudonym}`, sk: name }),
} as const;

/**
 * An application's answers lie in so many items, by a hash of the key. A save writes the whole item of each answer, and
 * DynamoDB charges for every kilobyte of it (docs/decisions/054-answers-are-stored-in-24-items.md).
 */
const answerItems = 24;

/** The number of an answer's item. The label of a choice, which is always saved with it, lies in the same one. */
function itemOf(key: string): number {
  const hash = [...key.replace(/_desc$/, '')].reduce(
    (sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0,
    0,
  );
  return hash % answerItems;
}

/** With what an applicant's id begins. What all applicants write lies in as many partitions, so that a deadline fills none. */
const firstDigits = [...'0123456789abcdef'];

export const pendingReceiptPartitions: readonly string[] = firstDigits.map((digit) => `PENDING#${digit}`);
export const erasurePartitions: readonly string[] = firstDigits.map((digit) => `ERASURE#${digit}`);
export const deliveryPartitions: readonly string[] = firstDigits.map((digit) => `DELIVERY#${digit}`);
export const pendingChecklistPartitions: readonly string[] = firstDigits.map(
  (digit) => `PENDING#checklist#${digit}`,
);

const listOf = (status: ListedStatus, day: string, digit: string) => `LIST#${status}#${day}#${digit}`;

/** The partitions with the applications that were begun or submitted on a day (yyyy-mm-dd, UTC). */
export const listPartitions = (status: ListedStatus, day: string): readonly string[] =>
  firstDigits.map((digit) => listOf(status, day, digit));

export interface SearchNames {
  readonly family: string;
  readonly given: string;
}

/** All family names with the same first two letters. */
export const namePartition = (family: string): string => `NAME#${[...family].slice(0, 2).join('')}`;

/** Sort keys inside an application's partition. */
export const parts = {
  meta: 'META',
  /** The mail that said when the draft ends. It is read with the revision. */
  endNotice: 'META#END',
  visit: 'VISIT',
  counts: 'COUNTS',
  tabs: 'TABS',
  conflicts: 'CONFLICTS',
  submission: 'SUBMISSION#1',
  outbox: 'OUTBOX#submit',
  /** Which checklist items arrived, and whether the mail about the last of them was sent. */
  checklist: 'CHECKLIST',
  /** Whether the applicant wants mails about deadlines, and how many were sent about each. */
  reminders: 'REMINDERS',
  warned: (deadline: string) => `WARNED#${deadline}`,
  answers: (key: string) => `ANSWERS#${itemOf(key)}`,
  status: (status: string) => `STATUS#${status}`,
  document: (key: string) => `DOC#${key}`,
  /** Which conversion of the applicant may run. */
  conversionLock: 'LOCK',
  /** How many uploads the applicant has started lately. */
  uploads: 'UPLOADS',
  removal: (gen: UploadId) => `REMOVAL#${gen}`,
  /** The address since it was changed last. */
  address: 'ADDRESS',
  logIn: (at: string) => `LOGIN#${at}`,
} as const;
