import * as v from 'valibot';
import { optionalText, text } from './replies.ts';

/** Times of a submitted application (ISO 8601); '' for what has not happened. */
export const applicationProgress = v.object({
  submitted_at: optionalText,
  withdrawn_at: optionalText,
});
export type Progress = v.InferOutput<typeof applicationProgress>;

export const withdrawal = v.object({ message: text, withdrawn_at: text });
