import * as z from 'zod/mini';
import { type Job, job } from '../aws/conversion-job.ts';
import { rejectionMessages } from '../conversion/rejections.ts';
import { recordCompleted, recordFailed, releaseConversionLock } from '../documents/conversions.ts';
import { log } from '../runtime/log.ts';

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
  const done = !error && refused === undefined && pages !== undefined && size !== undefined;
  if (done) await recordCompleted({ job, pages, size });
  else {
    const isCurrent = await recordFailed(job, refused ?? sentenceFor(error?.Error, error?.Cause));
    if (error) logError(job, error, isCurrent);
  }
  await releaseConversionLock(job.sub, job.run);
  return { recorded: true };
};

type StepError = NonNullable<z.infer<typeof event>['error']>;

/**
 * The upload of a file that was deleted or replaced is gone, so its converter could not read it. That is no
 * fault.
 */
const logError = ({ sub, gen }: Job, { Error: reason, Cause: cause }: StepError, isCurrent: boolean) =>
  log({
    ...(isCurrent
      ? ({ level: 'error', event: 'conversion-step.failed' } as const)
      : ({ level: 'warn', event: 'conversion-step.ignored' } as const)),
    applicant: sub,
    gen,
    reason,
    cause,
  });

const sentenceFor = (name = '', cause = '') =>
  /States\.Timeout|timed out/i.test(`${name} ${cause}`)
    ? rejectionMessages.tookTooLong
    : rejectionMessages.ourFault;
