import * as v from 'valibot';
import { correctionOutcomes } from '../rules/corrections.ts';
import { text } from './replies.ts';

/** A correction that an applicant asked for. `key` is that of the question. */
const correction = v.object({
  id: text,
  key: text,
  /** The answer as it should be, in the applicant's words. */
  text,
  asked_at: text,
  /** The office's answer; missing until then. */
  answered_at: v.optional(text),
  outcome: v.optional(v.picklist(correctionOutcomes)),
  reply: v.optional(text),
});
export type Correction = v.InferOutput<typeof correction>;

/** In the order in which they were asked for. */
export const correctionList = v.array(correction);
export const corrections = v.object({ corrections: correctionList });
