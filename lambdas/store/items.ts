import * as z from 'zod/mini';
import { zipStates } from '../../shared/api/console-replies.ts';
import { staffAudiences, staffRoles } from '../../shared/api/staff-roles.ts';
import { pdfKey, uploadKey } from '../aws/object-keys.ts';
import { applicantId, uploadId } from '../runtime/ids.ts';

// Schemas of the items in the table. Every read parses them. They ignore unknown attributes, which a newer
// version may have written.

const lastSave = z.object({ page: z.string(), number: z.number() });

export const meta = z.object({
  /** Incremented by every change of the content to submit. */
  rev: z.number(),
  submitted_at: z.optional(z.string()),
  /** The day of the last change (yyyy-mm-dd, UTC). Earlier versions did not store it. */
  changed_on: z.optional(z.string()),
  /**
   * Time of the first change, which is its place in the list of drafts. Earlier versions did not store it.
   */
  started_at: z.optional(z.string()),
  /**
   * Time at which the applicant requested its deletion. From then on it can be neither changed nor submitted.
   */
  deletion_asked_at: z.optional(z.string()),
  /** Start of its deletion. From then on it cannot change. */
  erased_at: z.optional(z.string()),
  /** The browser page that saved last, and the number of that save. */
  saver: z.optional(lastSave),
  /** The same for pages that saved earlier, latest first. */
  earlier_savers: z.optional(z.array(lastSave)),
});
export type LastSave = z.output<typeof lastSave>;

const answer = z.union([z.string(), z.boolean()]);
const answers = z.record(z.string(), answer);

/** Some answers, each under its key with the revision at which it was last set. */
export const storedAnswers = z.record(z.string(), z.tuple([answer, z.number()]));
/** All answers of a page, as earlier versions stored them. They are read but never written. */
export const pageAnswers = z.object({ a: answers, r: z.record(z.string(), z.number()) });

export const visit = z.object({ last_page: z.string() });
const countMap = z.record(z.string(), z.number());
const tabMap = z.record(z.string(), z.string());
export const counts = z.object({ c: countMap });
export const tabs = z.object({ t: tabMap });
/** Values that a later save replaced without having read them, until the applicant chooses. */
export const conflicts = z.object({ c: answers });
export const status = z.object({ web_status: z.string(), at: z.string() });
/** Log-ins of earlier versions have neither an address nor the site's host for mails. */
export const logIn = z.object({
  at: z.string(),
  username: z.optional(z.string()),
  host: z.optional(z.string()),
});

export const documentStatus = z.enum(['UNPROCESSED', 'IN_PROGRESS', 'COMPLETED', 'FAILED']);

/**
 * One upload of one file question, identified by `gen`. Every later write requires that it is still the
 * current one.
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
  /** True while another file of the applicant is converted first. */
  waiting: z.optional(z.boolean()),
  /** Time at which a document of a checklist item was converted, and so reached the office (ISO 8601). */
  sent_at: z.optional(z.string()),
});

export const document = z.object({
  ...upload.shape,
  /** The converted document that this upload replaces. It stays attached until this one is converted. */
  replaces: z.optional(upload),
});
export type StoredDocument = z.output<typeof document>;

/** Number of uploads that were started, and the start of the count in milliseconds since 1970. */
export const uploadCount = z.object({ since: z.number(), count: z.number() });
export type UploadCount = z.output<typeof uploadCount>;

/** The files of a deleted or replaced document, until they are deleted. */
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
  /** The keys of questions and titles of sections that it is drawn without; missing if it has all. */
  hides: z.optional(z.array(z.string())),
});
export type StoredPdf = z.output<typeof applicationPdf>;

/** The confirmation that an application arrived. */
export const receipt = z.object({ confirmation: z.string(), submitted_at: z.string() });
export type Receipt = z.output<typeof receipt>;

/** A submission within the grace period after a deadline. The label is stored as it was then. */
const late = z.object({ deadline: z.string(), label: z.string(), minutes: z.number() });

/** A submitted application. It never changes. */
export const submission = z.object({
  ...receipt.shape,
  late: z.optional(late),
  /** The version of the settings at that moment; missing before the first one. */
  settings_version: z.optional(z.number()),
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

/** The applicant of a pending receipt, and the host of the site in its links. */
export const pendingReceipt = z.object({ sk: applicantId, username: z.string(), host: z.string() });

/** An application in the list of a day or under a name. Its sort key ends with the applicant's id. */
export const listed = z.object({ sk: z.string().check(z.includes('#')) });

/**
 * A submitted application in the list of the staff console. It has what the list shows, filters and sorts by,
 * and no other answers. The sort key is the time of submission and the applicant's id.
 */
export const listRow = z.object({
  sk: z.string().check(z.includes('#')),
  name: z.string(),
  /** Name, confirmation number and address, in the form in which they are searched. */
  search: z.string(),
  confirmation: z.string(),
  email: z.string(),
  /** Codes and labels; '' if not answered. */
  term: z.string(),
  term_label: z.string(),
  major: z.string(),
  major_label: z.string(),
  /** '12 minutes after Early decision'; missing if in time. */
  late: z.optional(z.string()),
  /** Texts by which the list is sorted, ascending. Equal ones are sorted by the time, newest first. */
  sort_name: z.string(),
  sort_term: z.string(),
  sort_major: z.string(),
  sort_late: z.string(),
  sort_missing: z.string(),
  /** The time in the sort key, because a filter cannot name a key. */
  submitted_at: z.string(),
  /** The ids of the checklist items for this applicant, and of the needed ones that did not arrive. */
  items: z.array(z.string()),
  missing: z.array(z.string()),
  /** Received checklist items by id, each with its day. */
  received: z.record(z.string(), z.string()),
  /** Checklist items for which the applicant sent a document, each with its time (ISO 8601). */
  sent: z.optional(z.record(z.string(), z.string())),
});
export type StoredListRow = z.output<typeof listRow>;

export const listRowTime = z.object({ submitted_at: z.string() });

/** A private note of the staff. `author` is the hash of the person's id. */
export const note = z.object({ sk: z.string(), by: z.string(), author: z.string(), text: z.string() });

const tally = z.record(z.string(), z.number());

/** Counts of the applications that were begun in a week. The sort key is the week's Monday. */
export const week = z.object({
  sk: z.string(),
  /** Time of the count. */
  counted_at: z.string(),
  begun: z.number(),
  submitted: z.number(),
  /** Submitted applications by the hours they took at most; '' if they took longer than any of the steps. */
  hours: tally,
  /** Drafts by the page on which the applicant's next visit starts, and by the section of the last change. */
  pages: tally,
  sections: tally,
  /** Applicants by a question and a message that it showed them, as `key` or `key: message`. */
  rejected: tally,
});
export type StoredWeek = z.output<typeof week>;

/** Messages that one validation showed, by question. */
export const validationReport = z.object({ validations: z.record(z.string(), z.array(z.string())) });
/** Published settings by name. A member that is null was removed. */
const settings = z.record(z.string(), z.unknown());

/** The settings in effect. */
export const currentSettings = z.object({ version: z.number(), settings });

/** A published version. Its settings are complete: a missing one is as in the partner's file. */
export const settingsVersion = z.object({
  version: z.number(),
  settings,
  at: z.string(),
  /** The person's name, and the identity provider's id of the person. */
  by: z.string(),
  author: z.string(),
  /** The reason that the person gave. */
  note: z.string(),
  /** The version whose settings it restores. */
  undo_to: z.optional(z.number()),
});
export type SettingsVersion = z.output<typeof settingsVersion>;

/** A ZIP file of application PDFs that a person of the staff asked for. */
export const zipFile = z.object({
  sk: z.string(),
  state: z.enum(zipStates),
  applicants: z.array(applicantId),
  audience: z.enum(staffAudiences),
  /** The host of the console, for the links in the index. */
  host: z.string(),
  /** The person as the audit log names them. */
  operator: z.object({ by: z.string(), request: z.string(), role: z.optional(z.string()) }),
  created_at: z.string(),
  /** Milliseconds since 1970. An unfinished file has failed then, even if no process has recorded that. */
  deadline: z.number(),
  ends: z.number(),
  /** Applications that the current step has finished. */
  done: z.number(),
  failed: z.array(z.object({ applicant: applicantId, reason: z.string() })),
  /** In bytes. */
  size: z.optional(z.number()),
});
export type StoredZipFile = z.output<typeof zipFile>;

/** Start of the next nightly export, and the end of the current or interrupted one. */
export const nightlyExport = z.object({
  from: z.string(),
  until: z.string(),
  /** Start of the changed applications. Earlier versions exported none. */
  changes_from: z.optional(z.string()),
  /** Start of the deleted applications. Earlier versions exported none. */
  erased_from: z.optional(z.string()),
});
export type NightlyExport = z.output<typeof nightlyExport>;

/** Progress of a retention pass over all users. The first phase counts, the second deletes. */
export const retentionRun = z.object({
  phase: z.enum(['count', 'erase']),
  /** Users of this phase so far, without unconfirmed accounts. */
  users: z.number(),
  /** Expired applications: counted in the first phase, then the ones left to delete. */
  ends: z.number(),
  /** Cognito's pagination token, valid for an hour. Missing at the beginning of a phase. */
  after: z.optional(z.string()),
  /** True if an operator has allowed any number of deletions. */
  allowed: z.boolean(),
});
export type RetentionRun = z.output<typeof retentionRun>;

/** The applicant of a confirmation number. */
export const confirmed = z.object({ sub: applicantId });

/** A submission whose package has not been delivered yet. */
export const pendingDelivery = z.object({
  sk: applicantId,
  username: z.string(),
  ...receipt.shape,
  /** Time since it is pending, if that is not the submission: an earlier version had no packages. */
  pending_since: z.optional(z.string()),
  /** Number of tries. */
  tries: z.number(),
  /**
   * Time of the next try, in milliseconds since 1970. During a try, the time after which it counts as
   * crashed.
   */
  next_at: z.number(),
  /** Reason for the last failure. */
  reason: z.optional(z.string()),
  /** Time at which retries stopped, until an operator restarts them. */
  failed_at: z.optional(z.string()),
});

/** Received checklist items by id, each with its day. */
export const checklist = z.object({
  received: z.record(z.string(), z.string()),
  /** Incremented by every change, so no change overwrites another. */
  rev: z.number(),
  /** Times of the changes after the submission, each a place in the list of changes. */
  changes: z.optional(z.array(z.string())),
  /** Time of the mail that every checklist item arrived. */
  sent_at: z.optional(z.string()),
});
export type StoredChecklist = z.output<typeof checklist>;

/** The revision of a checklist whose change has not been announced to the university's systems. */
export const checklistEvent = z.object({ sk: z.string(), rev: z.number() });

/**
 * Changes of submitted applications, by the name of their event for the university's systems. For another
 * one, add a line, and write its item with `changeEventItem`.
 */
export const changeKinds = ['checklist.changed', 'application.erased'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** A change whose event has not been sent. The detail is the event's, without answers or addresses. */
export const changeEvent = z.object({
  sk: z.string(),
  kind: z.enum(changeKinds),
  detail: z.record(z.string(), z.unknown()),
});
export type ChangeEvent = z.output<typeof changeEvent>;

export const pendingChecklistMail = z.object({ sk: applicantId, rev: z.number() });

/** The applicant's choice about mails on deadlines. */
export const reminders = z.object({ are_wanted: z.boolean() });

/** Progress through the list of drafts for the deadline mails. */
export const warningProgress = z.object({
  after: z.optional(z.string()),
  isDone: z.optional(z.boolean()),
});

/** A mail to an applicant about account security. */
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
  /** The host of the site in its links. */
  host: z.string(),
  /** Time of the event. */
  at: z.string(),
  /** Description of the browser. */
  browser: z.string(),
});
export type Notice = z.output<typeof notice>;

/** A mail about a deletion: one that the office completed, or an applicant's request that was dropped. */
export const erasureNotice = z.object({
  kind: z.enum(['erased', 'deletion-refused']),
  username: z.string(),
  /** Time at which the deletion was completed or dropped. */
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

/** Left for a minute in place of a session that continues under another id. It contains no applicant's id. */
export const renewedSession = z.object({
  /** Milliseconds since 1970. */
  renewed_until: z.number(),
});

/** A change of address that waits for both codes. It stores only keyed hashes of the codes. */
export const addressChange = z.object({
  address: z.string(),
  code: z.string(),
  current_code: z.string(),
});
export type AddressChange = z.output<typeof addressChange>;

/**
 * A change of address with right codes. It exists from before the user pool's change until all follow-up
 * steps are done.
 */
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

/** A log-in with the right password that waits for the second factor. */
export const secondStep = z.object({
  username: z.string(),
  /** The user pool's session and name of the user. */
  challenge: z.object({ session: z.string(), user: z.string() }),
  sessionVersion: z.optional(z.string()),
  tries: z.number(),
  /** Milliseconds since 1970. */
  ends: z.number(),
});

/** Keyed hashes of the unused recovery codes. DynamoDB has no empty sets. */
export const recoveryCodes = z.object({ codes: z.optional(z.set(z.string())) });

/** The sign-ups of an account. Contains no password, nor anything derived from one. */
export const signUps = z.object({
  /** The sign-up whose password is in the user pool. */
  first_id: z.optional(z.string()),
  /** True if another sign-up followed. */
  several: z.optional(z.boolean()),
  /** Decision about that password when the account was confirmed. */
  outcome: z.optional(z.enum(['kept', 'replacing', 'replaced'])),
});

export const staffToken = z.object({
  sub: applicantId,
  /** Milliseconds since 1970. */
  ends: z.number(),
  revoked_at: z.optional(z.string()),
  /** Issuer and purpose. Earlier versions did not store them. */
  issuer: z.optional(z.string()),
  purpose: z.optional(z.string()),
  /** Earlier versions did not store it: their links show all that the office sees. */
  audience: z.optional(z.enum(staffAudiences)),
});

export const staffSession = z.object({
  /** The person's id at the identity provider. */
  subject: z.string(),
  name: z.string(),
  roles: z.array(z.enum(staffRoles)),
  refresh_token: z.string(),
  /** Tells the provider whose session to end. */
  id_token: z.string(),
  /** Milliseconds since 1970: the last call, and the absolute end. */
  last_seen: z.number(),
  ends: z.number(),
  /** Time at which the person last logged in at the provider, and at which it last confirmed the roles. */
  logged_in_at: z.number(),
  checked_at: z.number(),
  /** Until then, one call asks the provider, and others wait. */
  checking_until: z.optional(z.number()),
  is_provider_down: z.optional(z.boolean()),
});
export type StoredStaffSession = z.output<typeof staffSession>;

export const staffSignIn = z.object({
  nonce: z.string(),
  verifier: z.string(),
  /** The page to open afterwards. */
  to: z.string(),
  is_fresh: z.boolean(),
  ends: z.number(),
});
export type StaffSignIn = z.output<typeof staffSignIn>;

export const deviceLink = z.object({ a: answers });

/** Wrong attempts, and the time until further ones are rejected. */
export const failedAttempts = z.object({
  count: z.number(),
  until: z.optional(z.number()),
  expires_at: z.number(),
});

/** A browser that has logged in to an account, trusted until a time in milliseconds since 1970. */
export const trustedBrowser = z.object({
  ends: z.number(),
  /** True if it proved only the mailbox of an account whose log-ins also need a second factor. */
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
  role: z.optional(z.string()),
  purpose: z.optional(z.string()),
  issuer: z.optional(z.string()),
});
export type AuditItem = z.output<typeof auditEntry>;

/**
 * The mail that announced a draft's expiry: day of the draft's last change, and day of the mail (yyyy-mm-dd).
 */
export const endNotice = z.object({ changed_on: z.string(), on: z.string() });
export type EndNotice = z.output<typeof endNotice>;

/**
 * An unfinished deletion of an applicant's stored data. It contains no address, because it outlives the rest
 * of the data. The one exception is the address for the mail about its completion.
 */
export const erasure = z.object({
  sk: applicantId,
  reason: z.enum(['operator', 'applicant', 'never-confirmed', 'years-over', 'draft-over']),
  asked_at: z.string(),
  /** The user's name in the pool, which is an id. */
  user: z.optional(z.string()),
  /** The audit log's partition of the address, named by its pseudonym. */
  address_log: z.string(),
  /** The operator who requested it, and Lambda's request id. */
  by: z.optional(z.string()),
  request: z.optional(z.string()),
  /** Address for the mail about its completion, if the office requested it. */
  mail_to: z.optional(z.string()),
  /** Confirmation number of a submitted application, which names the folder of its package. */
  confirmation: z.optional(z.string()),
  /**
   * Of an expired draft: the revision that its deletion requires, or 0. A change of the draft cancels the
   * deletion.
   */
  rev: z.optional(z.number()),
  /** Time since which the application cannot change. */
  begun_at: z.optional(z.string()),
  /** Milliseconds since 1970. Until then, writes that were in progress may still arrive. */
  settled: z.optional(z.number()),
});
export type Erasure = z.output<typeof erasure>;

/** A package that waits for a push to the university's systems. */
export const queuedPackage = z.object({
  sk: z.string(),
  delivery: z.string(),
  confirmation: z.string(),
  /** The folder of its objects in the bucket. */
  folder: z.string(),
  queued_at: z.string(),
});
export type QueuedPackage = z.output<typeof queuedPackage>;

/** A file of a batch. `id` is that of its running transfer or rename. */
export const outgoingFile = z.object({
  name: z.string(),
  /** In bytes. */
  size: z.number(),
  state: z.enum(['written', 'sending', 'sent', 'moving', 'done']),
  id: z.optional(z.string()),
});
export type OutgoingFile = z.output<typeof outgoingFile>;

/** Files that are sent together. They do not change until the batch ends. */
export const outgoingBatch = z.object({
  number: z.number(),
  begun_at: z.string(),
  files: z.array(outgoingFile),
  /** Sort keys of the packages in it. */
  queued: z.array(z.string()),
  applications: z.number(),
  /** Where each list continues after this batch. */
  cursors: z.record(z.string(), z.string()),
  /** The scheduled time (ISO 8601) that is done with this batch; missing if another batch follows. */
  mark: z.optional(z.string()),
  /** A list of the receiver's folder that was requested. */
  listing: z.optional(z.object({ id: z.string(), key: z.string() })),
});
export type OutgoingBatch = z.output<typeof outgoingBatch>;

/** The state of a push to the university's systems. */
export const deliveryState = z.object({
  sk: z.string(),
  /** Raised by each write. */
  rev: z.number(),
  /** Raised by each run that takes the delivery. */
  claim: z.number(),
  /** Number of batches so far. */
  batches: z.number(),
  cursors: z.record(z.string(), z.string()),
  /** The last scheduled time (ISO 8601) up to which everything was sent. */
  mark: z.string(),
  /** The time in the name of the last file with rows (ISO 8601). */
  stamp: z.optional(z.string()),
  batch: z.optional(outgoingBatch),
  tries: z.number(),
  /** Milliseconds since 1970. Before that, only an event continues the batch. */
  next_at: z.number(),
  /** True while an event with the outcome is expected. */
  is_waiting: z.boolean(),
  reason: z.optional(z.string()),
  /** Set after the last try. Only an operator restarts it. */
  failed_at: z.optional(z.string()),
});
export type DeliveryState = z.output<typeof deliveryState>;
