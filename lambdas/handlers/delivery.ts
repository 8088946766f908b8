import * as z from 'zod/mini';
import { now } from '../runtime/clock.ts';
import { applicantId } from '../runtime/ids.ts';
import { type DrawPackagePdf, deliverDue, deliverPackage } from '../use-cases/delivery.ts';

/** The function's timeout is five minutes, and the last package needs some of them. */
const maxRunMs = 3 * 60_000;

/** A submission's event has its applicant's id; the scheduled event has none. */
const event = z.object({ sub: z.optional(applicantId) });

/** Loads the drawing code only if a package is due: most scheduled runs find none. */
const drawPackagePdf: DrawPackagePdf = async (stored, files) =>
  (await import('../pdf/package-pdf.ts')).drawPackagePdf(stored, files);

/** Delivers the package of a new submission, or all packages and events that are due. */
export const handler = async (input: unknown): Promise<void> => {
  const { sub } = event.parse(input);
  if (sub === undefined) await deliverDue(now() + maxRunMs, drawPackagePdf);
  else await deliverPackage(sub, drawPackagePdf);
};
