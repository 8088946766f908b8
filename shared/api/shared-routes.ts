import * as v from 'valibot';
import type { Routes } from './route.ts';

const text = v.string();

const option = v.object({ label: text, chosen: v.boolean() });

const line = v.object({
  label: text,
  text,
  is_answered: v.boolean(),
  /** For radios and checkboxes: every option. */
  options: v.array(option),
});

/** A page of the form as it is printed, without the private questions. */
const printedPage = v.object({
  label: text,
  sections: v.array(v.object({ title: text, is_inner: v.boolean(), lines: v.array(line) })),
});

/** A page with required questions that are not answered. `left` is null where a number says too much. */
const unfinishedPage = v.object({
  label: text,
  sections: v.array(v.object({ title: text, left: v.nullable(v.number()) })),
});

/** The application as a link shows it. Times are in ISO 8601. */
export const sharedApplication = v.object({
  shared_by: text,
  ends_at: text,
  submitted_at: v.nullable(text),
  withdrawn_at: v.nullable(text),
  /** `answers`, with `pages`; or `checklist`, with all other members. */
  shows: text,
  pages: v.array(printedPage),
  /** The deadline that applies to a draft. */
  deadline: v.nullable(v.object({ label: text, at: text })),
  unfinished: v.array(unfinishedPage),
  items: v.array(v.object({ title: text, status: text })),
});

/** The call of the page that shows an application to another person. That page needs no other one. */
export const sharedRoutes = {
  openShareLink: { method: 'POST', path: '/public/shared', access: 'public', reply: sharedApplication },
} as const satisfies Routes;
