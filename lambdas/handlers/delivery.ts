import * as z from 'zod/mini';
import { now } from '../runtime/clock.ts';
import { applicantId } from '../runtime/ids.ts';
import { type DrawPackagePdf, deliverDuePackages, deliverPackage } from '../use-cases/delivery.ts';

/** Milliseconds. The function may run for five minutes, and the last package takes some of them. */
const longestRun = 3 * 60_000;

/** A submission names its applicant; the clock's event names nobody. */
const event = z.object({ sub: z.optional(applicantId) });

/** Loads the code that draws only when a package is due: most scheduled runs find none. */
const drawPackagePdf: DrawPackagePdf = async (stored, files) =>
  (await import('../pdf/package-pdf.ts')).drawPackagePdf(stored, files);

/** Delivers the package of a submission just made, or those that are still pending. */
export const handler = async (input: unknown): Promise<void> => {
  const { sub } = event.parse(input);
  if (sub === undefined) await deliverDuePackages(now() + longestRun, drawPackagePdf);
  else await deliverPackage(sub, drawPackagePdf);
};
