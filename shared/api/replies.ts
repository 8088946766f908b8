import * as v from 'valibot';

// The browser parses these, so they use valibot: the same schemas in zod/mini add 4 KB to each page.
// Pages require only the members that the specification of the calls names. All others have defaults.

const text = v.string();
const optionalText = v.optional(text, '');

/** A message that a page can show. */
export const message = v.object({ message: text });

/** The reply to a change that the specification does not describe. Pages show the message if there is one. */
export const done = v.object({ message: optionalText });

export const answer = v.union([text, v.boolean()]);
export const answers = v.record(text, answer);
const optionalAnswers = v.optional(answers, {});

export const documentAnswers = v.record(text, v.object({ file_name: text, file_size: v.number() }));

/** The status of a document's conversion or of an application PDF. */
export const progress = v.picklist(['COMPLETED', 'FAILED', 'IN_PROGRESS', 'UNPROCESSED', 'NOT_ANSWERED']);

/** Proof that an application was received. */
export const receipt = v.object({ confirmation: text, submitted_at: text });

/** The days on which checklist items arrived, by their ids. */
const checklist = v.optional(v.record(text, text), {});

export const profile = v.object({
  answer: answers,
  document_answer: documentAnswers,
  username: text,
  last_page: text,
  successful_login: v.array(text),
  web_status: v.array(v.object({ web_status: text })),
  revision: v.optional(v.number()),
  /** Older values of answers that two tabs or devices changed, kept until the applicant has chosen. */
  conflicts: optionalAnswers,
  /** Null unless the application is submitted. */
  receipt: v.optional(v.nullable(receipt), null),
  checklist,
});

/** All data stored about an applicant, in its stored form. */
export const ownData = v.object({
  username: text,
  sections: v.array(v.object({ title: text, items: v.array(v.record(text, v.unknown())) })),
});

/** The applicant's choice about deadline emails. */
export const reminders = v.object({ are_wanted: v.boolean() });

export const savedAnswers = v.object({
  message: text,
  /** Keys that the form does not ask for; they were not stored. */
  ignored: v.optional(v.array(text), []),
  revision: v.optional(v.number()),
  /** The stored values that this save replaced, if another tab or device had changed them in between. */
  conflicts: optionalAnswers,
  /** Other answers that another tab or device has changed since the revision of this save. */
  changed: optionalAnswers,
});

export const submission = v.object({
  message: optionalText,
  confirmation: optionalText,
  submitted_at: optionalText,
});

/** Counts of repeated blocks, by the id of their add-another button. */
export const counts = v.record(text, v.number());

/** The chosen tab of each group of tabs, by the id of the group. */
export const tabs = v.record(text, text);

/** Where to upload a file. The caller posts the file to `url`, after all `fields`. */
export const upload = v.object({ url: text, fields: v.record(text, text) });

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
});

export const deviceLink = v.object({
  message: text,
  token: text,
  url: text,
  /** Keys that were not stored: the form does not ask for them, or they are too private for a link. */
  ignored: v.array(text),
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
