import * as v from 'valibot';
import { answers, checklist, counts, documentAnswers, optionalText, receipt, tabs, text } from './replies.ts';

/** The status of a document's conversion or of an application PDF. */
export const progress = v.picklist(['COMPLETED', 'FAILED', 'IN_PROGRESS', 'UNPROCESSED', 'NOT_ANSWERED']);

/** Where to upload a file. The caller posts the file to `url`, after all `fields`. */
export const upload = v.object({ url: text, fields: v.record(text, text) });

/** The converted documents, by key. `sent_at` is set for documents of checklist items (ISO 8601). */
export const documents = v.record(
  text,
  v.object({ file_name: text, file_size: v.number(), sent_at: v.optional(text) }),
);

/** '' unless the status is FAILED. */
export const conversion = v.object({ status: progress, message: text, error: optionalText });

/** '' until the status is COMPLETED. */
export const applicationPdf = v.object({ status: progress, url: text });

export const pdfStatus = v.object({ status: progress });

/** The receipt as staff see it. `late` is set for a submission in the grace period after a deadline. */
const staffReceipt = v.object({
  ...receipt.entries,
  late: v.optional(v.object({ deadline: text, label: text, minutes: v.number() })),
});

/** One application as staff see it. The print view and the application PDF are made from it. */
export const staffApplication = v.object({
  answer: answers,
  add_another: counts,
  document_answer: documentAnswers,
  tabs,
  /** The email address of the account; '' if it was not recorded. */
  username: optionalText,
  /** Null unless the application is submitted. */
  receipt: v.optional(v.nullable(staffReceipt), null),
  checklist,
  /** The keys of questions that the caller does not see. The specified reply has no such member. */
  hidden: v.optional(v.array(text), []),
});

const lookupResult = v.object({
  text,
  id: text,
  sub_text: text,
  name: v.optional(text),
  /** The alternative name that matched the search text. */
  alias: v.optional(text),
  address_line_1: v.optional(text),
});

const lookupRecord = v.object({
  text,
  id: text,
  sub_text: text,
  name: v.optional(text),
  ceeb: v.optional(text),
  address_line_1: optionalText,
  city: optionalText,
  state: optionalText,
  state_desc: optionalText,
  zip: optionalText,
  country: optionalText,
  country_desc: optionalText,
});

/** A search replies with a list of results; an id replies with one record. */
export const lookup = v.union([v.array(lookupResult), lookupRecord]);

export type LookupResult = v.InferOutput<typeof lookupResult>;
export type LookupDetails = v.InferOutput<typeof lookupRecord>;
