import * as v from 'valibot';

// The browser parses these, so they use valibot: the same schemas in zod/mini add 4 KB to each page.
// Pages require only the members that the specification of the calls names. All others have defaults.

export const text = v.string();
export const optionalText = v.optional(text, '');

/** A message that a page can show. */
export const message = v.object({ message: text });

/** The reply to a change that the specification does not describe. Pages show the message if there is one. */
export const done = v.object({ message: optionalText });

export const answer = v.union([text, v.boolean()]);
export const answers = v.record(text, answer);
const optionalAnswers = v.optional(answers, {});

export const documentAnswers = v.record(text, v.object({ file_name: text, file_size: v.number() }));

/** Proof that an application was received. */
export const receipt = v.object({ confirmation: text, submitted_at: text });

/** The days on which checklist items arrived, by their ids. */
export const checklist = v.optional(v.record(text, text), {});

/** A version of the settings; 0 is the partner's file. Null removes an optional setting of the file. */
export const settings = v.object({ version: v.number(), settings: v.record(text, v.unknown()) });

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

export const savedAnswers = v.object({
  message: text,
  /** Keys that the form does not ask for; they were not stored. */
  ignored: v.optional(v.array(text), []),
  /** Why answers were not stored, by their keys, as the ends of sentences. The others of this save were. */
  refused: v.optional(v.record(v.string(), text), {}),
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

export const deviceLink = v.object({
  message: text,
  token: text,
  url: text,
  /** Keys that were not stored: the form does not ask for them, or they are too private for a link. */
  ignored: v.array(text),
});
