import type { ApplicantId, UploadId } from '../runtime/ids.ts';
/** The keys of the table. Each partition belongs to one applicant, session, token or counter. */
export const keys = {
  application: (sub: ApplicantId) => `APP#${sub}`,
  /** The newest application PDF. It lies apart, so that whoever requests one can write nothing of the application. */
  applicationPdf: (sub: ApplicantId) => ({ pk: `PDF#${sub}`, sk: 'PDF' }),
  session: (hash: string) => ({ pk: `SESSION#${hash}`, sk: 'SESSION' }),
  sessionsOf: (sub: ApplicantId) => `SESSIONS#${sub}`,
  /** The log-ins of an applicant that wait for the second factor. The grants for sessions cover them. */
  secondStepsOf: (sub: ApplicantId) => `SESSIONSTEP#${sub}`,
  secondStep: (sub: ApplicantId, hash: string) => ({ pk: `SESSIONSTEP#${sub}`, sk: `STEP#${hash}` }),
  /** What is left of an applicant's recovery codes. */
  recoveryCodes: (sub: ApplicantId) => ({ pk: `RECOVERY#${sub}`, sk: 'CODES' }),
  log: (sub: ApplicantId) => `LOG#${sub}`,
  /** What happened to an address before anybody proved to be its owner, by the address's pseudonym. */
  addressLog: (pseudonym: string) => `LOG#@${pseudonym}`,
  operatorLog: 'LOG#operators',
  /** What the form told an applicant is wrong. These are overwritten, and the journal is not. */
  validationReports: (sub: ApplicantId) => `REPORTS#${sub}`,
  /** A service token, by the id in it. The token stops working when its item is revoked or removed. */
  serviceToken: (jti: string) => ({ pk: `SERVICE#${jti}`, sk: 'TOKEN' }),
  /** The answers behind a device link, by the hash of its token. */
  temporary: (hash: string) => ({ pk: `TMP#${hash}`, sk: 'ANSWERS' }),
  /** How an account was signed up for, while it is being confirmed. */
  signUps: (sub: ApplicantId) => ({ pk: `SIGNUP#${sub}`, sk: 'SIGNUP' }),
  /** The browsers that have logged in to one account. */
  knownDevices: (pseudonym: string) => `DEVICES#${pseudonym}`,
  /** A receipt that has not been mailed yet, in one of sixteen partitions, so that a deadline fills none of them. */
  owed: (sub: ApplicantId) => ({ pk: `OWED#${sub.slice(0, 1)}`, sk: sub }),
  /** A change of address, until both codes are entered. */
  addressChange: (sub: ApplicantId) => ({ pk: `ADDRESS#${sub}`, sk: 'ADDRESS' }),
  /** Mails about the safety of accounts that could not be sent at once. */
  notices: 'NOTICES',
  rate: (name: string, pseudonym: string) => ({ pk: `RATE#${pseudonym}`, sk: name }),
} as const;

/**
 * An application's answers lie in so many items, by a hash of the key. A save writes the whole item of each answer, and
 * DynamoDB charges for every kilobyte of it (docs/decisions/054-answers-in-small-items.md).
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

export const owedPartitions: readonly string[] = [...'0123456789abcdef'].map((digit) => `OWED#${digit}`);

/** Sort keys inside an application's partition. */
export const parts = {
  meta: 'META',
  visit: 'VISIT',
  counts: 'COUNTS',
  tabs: 'TABS',
  conflicts: 'CONFLICTS',
  submission: 'SUBMISSION#1',
  outbox: 'OUTBOX#submit',
  answers: (key: string) => `ANSWERS#${itemOf(key)}`,
  status: (status: string) => `STATUS#${status}`,
  document: (key: string) => `DOC#${key}`,
  /** Which conversion of the applicant may run. */
  turn: 'TURN',
  /** How many uploads the applicant has started lately. */
  uploads: 'UPLOADS',
  removal: (gen: UploadId) => `REMOVAL#${gen}`,
  /** The address since it was changed last. */
  address: 'ADDRESS',
  logIn: (at: string) => `LOGIN#${at}`,
} as const;
