import * as z from 'zod/mini';
import { pdfKey, uploadKey } from '../../aws/object-keys.ts';
import { applicantId, uploadId } from '../../runtime/ids.ts';

// Items of uploaded documents and of PDF copies.

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

/** Number of recent uploads or requests, and the start of the count in milliseconds since 1970. */
export const recentCount = z.object({ since: z.number(), count: z.number() });
export type RecentCount = z.output<typeof recentCount>;

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
  /** The checklist on page one, and the day that page names; missing in a draft. */
  checklist: z.optional(
    z.object({ received: z.record(z.string(), z.string()), missing: z.array(z.string()), on: z.string() }),
  ),
});
export type StoredPdf = z.output<typeof applicationPdf>;

// Items of an application that is being filled in.

const lastSave = z.object({ page: z.string(), number: z.number() });

export const meta = z.object({
  /** Incremented by every change of the content to submit. */
  rev: z.number(),
  submitted_at: z.optional(z.string()),
  /** The day of the last change (yyyy-mm-dd, UTC). */
  changed_on: z.optional(z.string()),
  /** Time of the first change, which is its place in the list of drafts. A deletion may come before it. */
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

export const answers = z.record(z.string(), answer);

/** Some answers, each under its key with the revision at which it was last set. */
export const storedAnswers = z.record(z.string(), z.tuple([answer, z.number()]));

export const visit = z.object({ last_page: z.string() });

const countMap = z.record(z.string(), z.number());

const tabMap = z.record(z.string(), z.string());

export const counts = z.object({ c: countMap });

export const tabs = z.object({ t: tabMap });

/** Values that a later save replaced without having read them, until the applicant chooses. */
export const conflicts = z.object({ c: answers });

export const status = z.object({ web_status: z.string(), at: z.string() });

/** The applicant's choice about mails on deadlines. */
export const reminders = z.object({ are_wanted: z.boolean() });

/** Progress through the list of drafts for the deadline mails. */
export const warningProgress = z.object({
  after: z.optional(z.string()),
  isDone: z.optional(z.boolean()),
});

export const deviceLink = z.object({ a: answers });

/**
 * The mail that announced a draft's expiry: day of the draft's last change, and day of the mail (yyyy-mm-dd).
 */
export const endNotice = z.object({ changed_on: z.string(), on: z.string() });
export type EndNotice = z.output<typeof endNotice>;

// Items of submitted applications and their changes.

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
  /** The address of the account at that moment. */
  username: z.string(),
  answers,
  counts: countMap,
  tabs: tabMap,
  documents: z.record(z.string(), document),
});
export type Submission = z.output<typeof submission>;

/** The receipt, which is mailed after the submission. */
export const mailedReceipt = z.object({
  ...receipt.shape,
  /** Set when it was mailed. */
  sent_at: z.optional(z.string()),
});

/** An application in the list of a day or under a name. Its sort key ends with the applicant's id. */
export const listed = z.object({ sk: z.string().check(z.includes('#')) });

/** The applicant of a confirmation number. */
export const confirmed = z.object({ sub: applicantId });

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

/** An applicant's withdrawal of a submitted application. The submission itself never changes. */
export const withdrawal = z.object({
  withdrawn_at: z.string(),
  /** Set when the office reinstated the application. */
  reinstated_at: z.optional(z.string()),
});
