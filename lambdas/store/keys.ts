import type { ApplicantId, UploadId } from '../runtime/ids.ts';
/** The keys of the table. Each partition belongs to one applicant, session, token or counter. */
export const keys = {
  application: (sub: ApplicantId) => `APP#${sub}`,
  session: (hash: string) => ({ pk: `SESSION#${hash}`, sk: 'SESSION' }),
  sessionsOf: (sub: ApplicantId) => `SESSIONS#${sub}`,
  log: (sub: ApplicantId) => `LOG#${sub}`,
  /** What the form told an applicant is wrong. These are overwritten, and the journal is not. */
  validationReports: (sub: ApplicantId) => `REPORTS#${sub}`,
  /** A service token, by the id in it. The token stops working when its item is revoked or removed. */
  serviceToken: (jti: string) => ({ pk: `SERVICE#${jti}`, sk: 'TOKEN' }),
  /** The answers behind a device link, by the hash of its token. */
  temporary: (hash: string) => ({ pk: `TMP#${hash}`, sk: 'ANSWERS' }),
  /** How an account was signed up for, while it is being confirmed. */
  signUps: (sub: ApplicantId) => ({ pk: `SIGNUP#${sub}`, sk: 'SIGNUP' }),
  rate: (name: string, pseudonym: string) => ({ pk: `RATE#${pseudonym}`, sk: name }),
} as const;

/** Sort keys inside an application's partition. */
export const parts = {
  meta: 'META',
  visit: 'VISIT',
  counts: 'COUNTS',
  tabs: 'TABS',
  conflicts: 'CONFLICTS',
  copy: 'COPY',
  submission: 'SUBMISSION#1',
  outbox: 'OUTBOX#submit',
  answers: (page: string) => `ANS#${page.slice(1)}`,
  status: (status: string) => `STATUS#${status}`,
  document: (key: string) => `DOC#${key}`,
  removal: (gen: UploadId) => `REMOVAL#${gen}`,
  logIn: (at: string) => `LOGIN#${at}`,
} as const;
