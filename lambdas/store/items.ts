import * as z from 'zod/mini';
import { pdfKey, uploadKey } from '../aws/object-keys.ts';
import { applicantId, uploadId } from '../runtime/ids.ts';

// Schemas of the items in the table. Every read parses them. Unknown attributes are kept, because a newer version may
// have written them.

const lastSave = z.object({ page: z.string(), number: z.number() });

export const meta = z.object({
  /** Grows with every change of what would be submitted. */
  rev: z.number(),
  submitted_at: z.optional(z.string()),
  /** The day (yyyy-mm-dd, UTC) on which it was changed last. Earlier versions did not store it. */
  changed_on: z.optional(z.string()),
  /** When it was changed first: where the list of drafts has it. Earlier versions did not store it. */
  started_at: z.optional(z.string()),
  /** When its applicant asked to delete it. From then on it is neither changed nor submitted. */
  deletion_asked_at: z.optional(z.string()),
  /** Since when the application is being erased. Nothing changes it from then on. */
  erased_at: z.optional(z.string()),
  /** The browser page that saved last, and the number of that save. */
  saver: z.optional(lastSave),
  /** The same of pages that saved before it, the latest first. */
  earlier_savers: z.optional(z.array(lastSave)),
});
export type LastSave = z.output<typeof lastSave>;

const answer = z.union([z.string(), z.boolean()]);
const answers = z.record(z.string(), answer);

/** Some answers, each under its key with the revision at which it was last set. */
export const storedAnswers = z.record(z.string(), z.tuple([answer, z.number()]));
/** All answers of a page, as earlier versions stored them. They are read, and never written. */
export const pageAnswers = z.object({ a: answers, r: z.record(z.string(), z.number()) });

export const visit = z.object({ last_page: z.string() });
const countMap = z.record(z.string(), z.number());
const tabMap = z.record(z.string(), z.string());
export const counts = z.object({ c: countMap });
export const tabs = z.object({ t: tabMap });
/** Values that a later save replaced without having seen them, until the applicant has chosen. */
export const conflicts = z.object({ c: answers });
export const status = z.object({ web_status: z.string(), at: z.string() });
/** Log-ins of earlier versions have no address, and no host of the site that mails name. */
export const logIn = z.object({
  at: z.string(),
  username: z.optional(z.string()),
  host: z.optional(z.string()),
});

export const documentStatus = z.enum(['UNPROCESSED', 'IN_PROGRESS', 'COMPLETED', 'FAILED']);

/**
 * One upload of one file question, named by `gen`. Every later write has the condition that it is still the current
 * one.
 */
const upload = z.object({
  gen: uploadId,
  object_key: uploadKey,
  uploaded: z.boolean(),
  requested: z.boolean(),
  file_name: z.optional(z.string()),
  file_size: z.optional(z.number()),
  status: z.optional(documentStatus),
  message: z.optional(z.string()),
  pdf_key: z.optional(pdfKey),
  /** Milliseconds since 1970, after which an unfinished conversion counts as failed. */
  deadline: z.optional(z.number()),
  /** Whether another file of the applicant is converted first. */
  waiting: z.optional(z.boolean()),
});

export const document = z.object({
  ...upload.shape,
  /** The converted document that this upload replaces. It stays attached until this one is converted. */
  replaces: z.optional(upload),
});
export type StoredDocument = z.output<typeof document>;

/** How many uploads were started, and since when (milliseconds since 1970). */
export const uploadCount = z.object({ since: z.number(), count: z.number() });
export type UploadCount = z.output<typeof uploadCount>;

/** The files of a deleted or replaced document, until they are removed. */
export const removal = z.object({
  gen: uploadId,
  object_key: uploadKey,
  pdf_key: z.optional(pdfKey),
  /** Milliseconds since 1970, until which a conversion may still write the PDF. */
  until: z.optional(z.number()),
});
export type Removal = z.output<typeof removal>;

export const applicationPdf = z.object({
  id: z.string(),
  rev: z.number(),
  status: documentStatus,
  deadline: z.number(),
  pdf_key: z.optional(pdfKey),
});
export type StoredPdf = z.output<typeof applicationPdf>;

/** The confirmation that an application arrived. */
export const receipt = z.object({ confirmation: z.string(), submitted_at: z.string() });
export type Receipt = z.output<typeof receipt>;

/** A submission within the grace after a deadline. The label is kept as it was then. */
const late = z.object({ deadline: z.string(), label: z.string(), minutes: z.number() });

/** A submitted application. It never changes. */
export const submission = z.object({
  ...receipt.shape,
  late: z.optional(late),
  /** The address of the account at that moment. Earlier versions did not store it. */
  username: z.optional(z.string()),
  answers,
  counts: countMap,
  tabs: tabMap,
  documents: z.record(z.string(), document),
});
export type Submission = z.output<typeof submission>;

export const outbox = z.object({
  ...receipt.shape,
  /** Set when the receipt was mailed. */
  sent_at: z.optional(z.string()),
});

/** To whom a receipt is still pending, and the host of the site that it names. */
export const pendingReceipt = z.object({ sk: applicantId, username: z.string(), host: z.string() });

/** An application in a list of a day, and under a name: the end of its sort key says whose it is. */
export const listed = z.object({ sk: z.string().check(z.includes('#')) });

/** Where the next nightly export begins, and where the one ends that is under way or was interrupted. */
export const nightlyExport = z.object({ from: z.string(), until: z.string() });
export type NightlyExport = z.output<typeof nightlyExport>;

/** Progress of a pass of retention over all users. It counts first, and erases in a second phase. */
export const retentionRun = z.object({
  phase: z.enum(['count', 'erase']),
  /** Users of this phase so far, without those who never confirmed an account. */
  users: z.number(),
  /** Applications that are over: counted, then still to be erased. */
  ends: z.number(),
  /** Cognito's place in its list, which works for an hour. Missing at the beginning of a phase. */
  after: z.optional(z.string()),
  /** An operator has allowed any number. */
  allowed: z.boolean(),
});
export type RetentionRun = z.output<typeof retentionRun>;

/** Whose application has a confirmation number. */
export const confirmed = z.object({ sub: applicantId });

/** A submission whose package has not been delivered yet. */
export const pendingDelivery = z.object({
  sk: applicantId,
  username: z.string(),
  ...receipt.shape,
  /** Since when it is pending, if that is not the submission: an earlier version had no packages. */
  pending_since: z.optional(z.string()),
  /** How often it was tried. */
  tries: z.number(),
  /** Milliseconds since 1970, before which nobody tries. While it is tried, the time at which a crashed try counts as over. */
  next_at: z.number(),
  /** Why the last try failed. */
  reason: z.optional(z.string()),
  /** Since when nobody tries any more, until an operator puts it back. */
  failed_at: z.optional(z.string()),
});

/** The checklist items that arrived from elsewhere, by id, each with its day. */
export const checklist = z.object({
  received: z.record(z.string(), z.string()),
  /** Grows with every change, so that no change overwrites another. */
  rev: z.number(),
  /** Set when the mail was sent that says that every checklist item arrived. */
  sent_at: z.optional(z.string()),
});
export type StoredChecklist = z.output<typeof checklist>;

export const pendingChecklistMail = z.object({ sk: applicantId, rev: z.number() });

/** Whether an applicant wants mails about deadlines. */
export const reminders = z.object({ are_wanted: z.boolean() });

/** How far the list of drafts was read for the mails about a deadline. */
export const warningProgress = z.object({
  after: z.optional(z.string()),
  isDone: z.optional(z.boolean()),
});

/** A mail to an applicant about the safety of the account. */
export const notice = z.object({
  kind: z.enum([
    'password-changed',
    'password-reset',
    'new-browser',
    'address-changed',
    'address-confirmed',
    'second-factor-on',
    'second-factor-off',
    'deletion-asked',
  ]),
  username: z.string(),
  /** The host of the site that it names. */
  host: z.string(),
  /** When it happened. */
  at: z.string(),
  /** In which browser, in words. */
  browser: z.string(),
});
export type Notice = z.output<typeof notice>;

/** A mail about the end of an erasure: of one that the office asked for, or of one that the applicant asked for in vain. */
export const erasureNotice = z.object({
  kind: z.enum(['erased', 'deletion-refused']),
  username: z.string(),
  /** When the erasure was finished, or refused. */
  at: z.string(),
});
export type ErasureNotice = z.output<typeof erasureNotice>;

export const anyNotice = z.union([notice, erasureNotice]);
export type AnyNotice = z.output<typeof anyNotice>;

export const session = z.object({
  sub: applicantId,
  username: z.string(),
  /** Milliseconds since 1970. */
  last_seen: z.number(),
  ends: z.number(),
});

/** Left for a minute of a session that goes on under another id. It says nothing about whose it is. */
export const renewedSession = z.object({
  /** Milliseconds since 1970. */
  renewed_until: z.number(),
});

/** A change of address that waits for both codes. It has keyed hashes of the codes only. */
export const addressChange = z.object({
  address: z.string(),
  code: z.string(),
  current_code: z.string(),
});
export type AddressChange = z.output<typeof addressChange>;

/** A change of address whose codes were right, from before the user pool makes it until all that follows is done. */
export const addressMove = z.object({
  sk: applicantId,
  /** The new address. */
  address: z.string(),
  /** The address before. */
  username: z.string(),
  /** The hash of the id of the session that makes the change. */
  session: z.string(),
  host: z.string(),
  browser: z.string(),
  at: z.string(),
  /** Set when the audit event and the mails are written. */
  is_told: z.optional(z.boolean()),
});
export type AddressMove = z.output<typeof addressMove>;

/** A session in its applicant's list. Earlier versions did not store the browser. */
export const listedSession = z.object({ browser: z.optional(z.string()) });

/** The session version of an account (session-version.ts). */
export const sessionVersion = z.object({ sessionVersion: z.string() });

/** A log-in whose password was right, and which waits for the second factor. */
export const secondStep = z.object({
  username: z.string(),
  /** What the user pool calls its session and its user. */
  challenge: z.object({ session: z.string(), user: z.string() }),
  sessionVersion: z.optional(z.string()),
  tries: z.number(),
  /** Milliseconds since 1970. */
  ends: z.number(),
});

/** Keyed hashes of the recovery codes that were not used. DynamoDB has no empty set. */
export const recoveryCodes = z.object({ codes: z.optional(z.set(z.string())) });

/** How an account was signed up for. It contains no password, nor anything derived from one. */
export const signUps = z.object({
  /** The sign-up whose password the user pool has. */
  first_id: z.optional(z.string()),
  /** Whether there was another sign-up after it. */
  several: z.optional(z.boolean()),
  /** What happened to that password when the account was confirmed. */
  outcome: z.optional(z.enum(['kept', 'replacing', 'replaced'])),
});

export const serviceToken = z.object({
  sub: applicantId,
  /** Milliseconds since 1970. */
  ends: z.number(),
  revoked_at: z.optional(z.string()),
  /** Who issued it and why. Earlier versions did not store it. */
  issuer: z.optional(z.string()),
  purpose: z.optional(z.string()),
});

export const deviceLink = z.object({ a: answers });

/** Wrong attempts, and until when further attempts are rejected. */
export const failedAttempts = z.object({
  count: z.number(),
  until: z.optional(z.number()),
  expires_at: z.number(),
});

/** A browser that has logged in to an account, until a time in milliseconds since 1970. */
export const trustedBrowser = z.object({
  ends: z.number(),
  /** Whether it proved the mailbox alone, where a log-in needs a second factor too. */
  by_mail: z.optional(z.boolean()),
});

export const auditEntry = z.object({
  sk: z.string(),
  event: z.string(),
  keys: z.array(z.string()),
  request: z.optional(z.string()),
  from: z.optional(z.string()),
  by: z.optional(z.string()),
  route: z.optional(z.string()),
  purpose: z.optional(z.string()),
  issuer: z.optional(z.string()),
});
export type AuditItem = z.output<typeof auditEntry>;

/** The mail that said when a draft ends: on which day (yyyy-mm-dd) the draft was changed last, and the day of the mail. */
export const endNotice = z.object({ changed_on: z.string(), on: z.string() });
export type EndNotice = z.output<typeof endNotice>;

/**
 * The erasure of everything held about one applicant, until it is finished. It has no address, so that it may stay when the rest is gone;
 * the only one that it may have is that to which its end is mailed.
 */
export const erasure = z.object({
  sk: applicantId,
  reason: z.enum(['operator', 'applicant', 'never-confirmed', 'years-over', 'draft-over']),
  asked_at: z.string(),
  /** The name of the user in the pool, which is an id. */
  user: z.optional(z.string()),
  /** The partition of the audit log in which the address's entries are, by its pseudonym. */
  address_log: z.string(),
  /** The operator who asked, and Lambda's id of the request. */
  by: z.optional(z.string()),
  request: z.optional(z.string()),
  /** To whom its end is mailed, when the office asked for it. */
  mail_to: z.optional(z.string()),
  /** Of the submitted application: its package lies under it. */
  confirmation: z.optional(z.string()),
  /** Of a draft whose time is over: the revision that its erasure depends on, or 0. A change makes the draft live on. */
  rev: z.optional(z.number()),
  /** Since when nothing can change the application. */
  begun_at: z.optional(z.string()),
  /** Milliseconds since 1970, before which something may still arrive that was on its way. */
  settled: z.optional(z.number()),
});
export type Erasure = z.output<typeof erasure>;
