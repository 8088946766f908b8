import type { ApplicantId, UploadId } from '../runtime/ids.ts';
/** Where things are in the table. Every partition belongs to one applicant, one session, one token or one counter. */
export const keys = {
  application: (sub: ApplicantId) => `APP#${sub}`,
  session: (hash: string) => ({ pk: `SESSION#${hash}`, sk: 'SESSION' }),
  sessionsOf: (sub: ApplicantId) => `SESSIONS#${sub}`,
  log: (sub: ApplicantId) => `LOG#${sub}`,
  /** A token for staff, by the id in it: it opens nothing once its item is revoked or gone. */
  serviceToken: (jti: string) => ({ pk: `SERVICE#${jti}`, sk: 'TOKEN' }),
  /** Answers of a visitor on the way to another device, by the hash of their token. */
  temporary: (hash: string) => ({ pk: `TMP#${hash}`, sk: 'ANSWERS' }),
  /** Of an account that is being confirmed: how it was signed up for. */
  signUps: (sub: ApplicantId) => ({ pk: `SIGNUP#${sub}`, sk: 'SIGNUP' }),
  rate: (name: string, pseudonym: string) => ({ pk: `RATE#${pseudonym}`, sk: name }),
} as const;

/** Sort keys inside an application's partition. */
export const parts = {
  meta: 'META',
  visit: 'VISIT',
  counts: 'COUNTS',
  tabs: 'TABS',
  copy: 'COPY',
  submission: 'SUBMISSION#1',
  outbox: 'OUTBOX#submit',
  answers: (page: string) => `ANS#${page.slice(1)}`,
  status: (status: string) => `STATUS#${status}`,
  document: (key: string) => `DOC#${key}`,
  removal: (gen: UploadId) => `REMOVAL#${gen}`,
  logIn: (at: string) => `LOGIN#${at}`,
} as const;
