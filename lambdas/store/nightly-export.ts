import { expression, same } from './expression.ts';
import * as items from './items.ts';
import { keys } from './keys.ts';
import { isUpdated, update } from './table.ts';

/** Before this day no application was in a list, so the first export begins with it. */
const firstDay = '2026-11-01';

/**
 * Begins a nightly export, or returns the one that was interrupted: two runs of one night, and the repetition
 * of one that failed, export the same applications.
 */
export async function beginExport(until: string): Promise<items.NightlyExport> {
  const begun = await update(
    keys.nightlyExport,
    expression`SET from = if_not_exists(from, ${firstDay}), until = if_not_exists(until, ${until})`,
  );
  return items.nightlyExport.parse(begun);
}

interface Reached {
  readonly submitted: string;
  readonly changed: string;
  readonly erased: string;
}

/** The next export begins where this one ended. False when another run has ended it before. */
export function endExport(
  { until }: items.NightlyExport,
  { submitted, changed, erased }: Reached,
): Promise<boolean> {
  const change = expression`SET from = ${submitted}, changes_from = ${changed}, erased_from = ${erased} REMOVE until`;
  return isUpdated(keys.nightlyExport, change, { if: same({ until }) });
}
