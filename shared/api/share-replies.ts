import * as v from 'valibot';

const text = v.string();

/** The applicant's links that work. Times are in ISO 8601; `opened_at` is the last one, or null. */
export const shareLinks = v.object({
  links: v.array(
    v.object({
      id: text,
      to: text,
      shows: text,
      sent_at: text,
      ends_at: text,
      opened_at: v.nullable(text),
    }),
  ),
});
