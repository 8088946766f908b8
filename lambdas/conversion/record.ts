import * as z from 'zod/mini';
import { log } from '../runtime/log.ts';
import { job } from './job.ts';
import { recordCompleted, recordFailed } from './record-outcome.ts';
import { rejectionMessages } from './rejections.ts';

const event = z.object({
  job,
  pages: z.optional(z.number()),
  size: z.optional(z.number()),
  refused: z.optional(z.string()),
  /** The error that the state machine caught: the converter failed, crashed or timed out. */
  error: z.optional(z.object({ Error: z.optional(z.string()), Cause: z.optional(z.string()) })),
});

/** The last step: whatever happened before, the conversion ends as COMPLETED or FAILED. */
export const handler = async (input: unknown): Promise<{ readonly recorded: true }> => {
  const { job, pages, size, refused, error } = event.parse(input);
  if (error)
    log({
      level: 'error',
      event: 'step failed',
      applicant: job.sub,
      gen: job.gen,
      reason: error.Error,
      cause: error.Cause,
    });
  const done = !error && refused === undefined && pages !== undefined && size !== undefined;
  if (done) await recordCompleted({ job, pages, size });
  else await recordFailed(job, refused ?? sentenceFor(error?.Error, error?.Cause));
  return { recorded: true };
};

const sentenceFor = (name = '', cause = '') =>
  /States\.Timeout|timed out/i.test(`${name} ${cause}`)
    ? rejectionMessages.tookTooLong
    : rejectionMessages.ourFault;
