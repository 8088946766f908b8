import type { ApplicantId, UploadId } from '../runtime/ids.ts';

/**
 * The lists by day: drafts, which were started and not submitted; submitted applications; and those whose
 * checklist or withdrawal changed after the submission, under each change.
 */
export type ListedStatus = 'draft' | 'submitted' | 'changed';

/**
 * The readers of application PDFs. Each has its own newest PDF, because staff may not see every question
 * (shared/questions/audiences.ts).
 */
export const pdfAudiences = ['applicant', 'office', 'reader'] as const;
export type PdfAudience = (typeof pdfAudiences)[number];

/**
 * The outboxes, by who does the work: mails, what the university's systems receive, and changes of address.
 * Each is one partition, which takes hundreds of submissions a second.
 */
export type OutboxName = 'mail' | 'systems' | 'moves';

/** The sort key of the rebuild of every row. */
export const everyRow = 'EVERY';

/** The keys of the table. Each partition belongs to one applicant, session, token or counter. */
export const keys = {
  application: (sub: ApplicantId) => `APP#${sub}`,
  /**
   * The newest application PDF of an audience. In its own partition, so a function that requests one needs no
   * write access to the application.
   */
  applicationPdf: (sub: ApplicantId, audience: PdfAudience) => ({
    pk: `PDF#${sub}`,
    sk: audience === 'applicant' ? 'PDF' : `PDF#${audience}`,
  }),
  session: (hash: string) => ({ pk: `SESSION#${hash}`, sk: 'SESSION' }),
  sessionsOf: (sub: ApplicantId) => `SESSIONS#${sub}`,
  /**
   * Changes whenever all sessions of an account end. Named by the address's pseudonym. Operators may write
   * it, but no session.
   */
  sessionVersion: (pseudonym: string) => ({ pk: `EPOCH#${pseudonym}`, sk: 'EPOCH' }),
  // The next three are in the table of the audit log.
  log: (sub: ApplicantId): string => sub,
  /** Audit events of an address before its owner was proven, by the address's pseudonym. */
  addressLog: (pseudonym: string) => `@${pseudonym}`,
  /** Actions of operators and staff that concern no applicant, or applicants who are known only by id. */
  operatorLog: 'operators',
  /** Error reports of the form. Unlike audit events, they are overwritten. */
  validationReports: (sub: ApplicantId) => `REPORTS#${sub}`,
  /** A service token, by the id in it. The token stops working when its item is revoked or removed. */
  staffToken: (jti: string) => ({ pk: `SERVICE#${jti}`, sk: 'TOKEN' }),
  /** A session of the staff console, by the hash of its cookie. */
  staffSession: (hash: string) => ({ pk: `STAFF#${hash}`, sk: 'SESSION' }),
  /** The provider's tokens of that session, which no other call of the console needs. */
  providerTokens: (hash: string) => ({ pk: `STAFFTOKENS#${hash}`, sk: 'TOKENS' }),
  /** Sessions of a person of the staff that were opened before a time are over. */
  staffSessionsEnd: (subject: string) => ({ pk: `STAFFS#${subject}`, sk: 'END' }),
  /** A sign-in of staff that is at the identity provider, by the hash of its state. */
  staffSignIn: (hash: string) => ({ pk: `STAFFSIGNIN#${hash}`, sk: 'SIGNIN' }),
  /** The answers behind a device link, by the hash of its token. */
  deviceLink: (hash: string) => ({ pk: `TMP#${hash}`, sk: 'ANSWERS' }),
  /** Work that follows a change (outbox.ts). */
  outbox: (name: OutboxName, sk: string) => ({ pk: `OUTBOX#${name}`, sk }),
  /**
   * Delivery receipt. In its own partition, so the delivery function needs no write access to the
   * application.
   */
  package: (sub: ApplicantId) => ({ pk: `PACKAGE#${sub}`, sk: 'PACKAGE' }),
  /** A change of address, until both codes are entered. */
  addressChange: (sub: ApplicantId) => ({ pk: `ADDRESS#${sub}`, sk: 'ADDRESS' }),
  /** Progress through the list of drafts for the mails about each deadline. */
  warnings: 'WARNINGS',
  /** An application in the list of the day of its start, its submission or a change, `at` (ISO 8601). */
  listed: (status: ListedStatus, at: string, sub: ApplicantId) => ({
    pk: listOf(status, at.slice(0, 10), sub.slice(0, 1)),
    sk: `${at}#${sub}`,
  }),
  /** A deleted submitted application, in the list of the day of its deletion. It names no applicant. */
  erasedApplication: (at: string, confirmation: string) => ({
    pk: erasedPartition(at.slice(0, 10)),
    sk: `${at}#${confirmation}`,
  }),
  /** A submitted application under its applicant's name, as formatted by `searchName` of shared/rules. */
  named: ({ family, given }: SearchNames, sub: ApplicantId) => ({
    pk: namePartition(family),
    sk: `${family}, ${given}#${sub}`,
  }),
  /** A submitted application in the list of the staff console, in one of 16 partitions. */
  listRow: (sub: ApplicantId, submittedAt: string) => ({
    pk: `ROW#${sub.slice(0, 1)}`,
    sk: `${submittedAt}#${sub}`,
  }),
  /** The time in the key of an application's list row. The grants for rows cover it. */
  listRowTime: (sub: ApplicantId) => ({ pk: `ROW#${sub}`, sk: 'TIME' }),
  /** Marks an application as read by a person of the staff, by the hash of the person's id. */
  readMark: (sub: ApplicantId, member: string) => ({ pk: `READ#${sub}`, sk: member }),
  /** The same mark among those of one person, for counting. */
  readMarkOfReader: (member: string, sub = '') => ({ pk: `READ#BY#${member}`, sk: sub }),
  /** A pending rebuild of an applicant's list row, or of every row. */
  rowRebuild: (of: string) => ({ pk: 'REBUILD', sk: of }),
  /** Private notes of the staff about an application. Applicants never see them. */
  notes: (sub: ApplicantId) => `NOTE#${sub}`,
  /** The applicant of a confirmation number. */
  confirmation: (number: string) => ({ pk: `CONFIRMATION#${number}`, sk: 'APPLICATION' }),
  /** An unfinished deletion, in one of 16 partitions. */
  erasure: (sub: ApplicantId) => ({ pk: `ERASURE#${sub.slice(0, 1)}`, sk: sub }),
  /** Progress of a retention pass over all users. */
  retention: { pk: 'RETENTION', sk: 'RUN' },
  /** The published settings in effect. */
  currentSettings: { pk: 'SETTINGS', sk: 'CURRENT' },
  /** Every published version, in its own partition: only the console reads who published it and why. */
  settingsVersion: (version: number) => ({
    pk: 'SETTINGS#VERSIONS',
    sk: `VERSION#${String(version).padStart(6, '0')}`,
  }),
  /** Progress of the nightly export. */
  nightlyExport: { pk: 'EXPORT', sk: 'NIGHTLY' },
  rate: (name: string, pseudonym: string) => ({ pk: `RATE#${pseudonym}`, sk: name }),
} as const;

/**
 * Number of items for an application's answers, assigned by a hash of the key. A save writes the whole item
 * of each answer, and DynamoDB charges per kilobyte (docs/decisions.md#answers-are-stored-in-24-items).
 */
const answerItems = 24;

/** The number of an answer's item. A choice's label is always saved with it, so both are in the same item. */
function itemOf(key: string): number {
  const hash = [...key.replace(/_desc$/, '')].reduce(
    (sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0,
    0,
  );
  return hash % answerItems;
}

/**
 * First digits of applicants' ids. Items that all applicants write are spread over as many partitions, so
 * peak load at a deadline overloads none of them.
 */
const firstDigits = [...'0123456789abcdef'];

export const erasurePartitions: readonly string[] = firstDigits.map((digit) => `ERASURE#${digit}`);
export const listRowPartitions: readonly string[] = firstDigits.map((digit) => `ROW#${digit}`);

const listOf = (status: ListedStatus, day: string, digit: string) => `LIST#${status}#${day}#${digit}`;

/** The partitions with the applications that were started or submitted on a day (yyyy-mm-dd, UTC). */
export const listPartitions = (status: ListedStatus, day: string): readonly string[] =>
  firstDigits.map((digit) => listOf(status, day, digit));

/** The deletions of submitted applications that were completed on a day (yyyy-mm-dd, UTC). */
export const erasedPartition = (day: string): string => `LIST#erased#${day}`;

interface SearchNames {
  readonly family: string;
  readonly given: string;
}

/** All family names with the same first two letters. */
export const namePartition = (family: string): string => `NAME#${[...family].slice(0, 2).join('')}`;

/** Sort keys inside an application's partition. */
export const parts = {
  meta: 'META',
  /** The mail that announced the draft's expiry. It is read with the revision. */
  endNotice: 'META#END',
  visit: 'VISIT',
  counts: 'COUNTS',
  tabs: 'TABS',
  conflicts: 'CONFLICTS',
  submission: 'SUBMISSION#1',
  receipt: 'RECEIPT',
  /** Received checklist items, and when the mail about the last one was sent. */
  checklist: 'CHECKLIST',
  /** The applicant's withdrawal after the submission. */
  withdrawal: 'WITHDRAWAL',
  /** The applicant's choice about deadline mails. `warned` counts the mails sent per deadline. */
  reminders: 'REMINDERS',
  warned: (deadline: string) => `WARNED#${deadline}`,
  answers: (key: string) => `ANSWERS#${itemOf(key)}`,
  status: (status: string) => `STATUS#${status}`,
  document: (key: string) => `DOC#${key}`,
  /** The conversion lock: the applicant's one conversion that may run. */
  conversionLock: 'LOCK',
  /** Number of the applicant's recent uploads. */
  uploads: 'UPLOADS',
  removal: (gen: UploadId) => `REMOVAL#${gen}`,
  /** The address after its last change. */
  address: 'ADDRESS',
  logIn: (at: string) => `LOGIN#${at}`,
} as const;
