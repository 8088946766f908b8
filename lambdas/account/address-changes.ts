import { now, seconds } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { exists, expression } from '../table/expression.ts';
import * as items from '../table/items.ts';
import { keys } from '../table/keys.ts';
import { del, put, update } from '../table/table.ts';

/** Time in which both codes have to be entered, and how often they may be tried. */
const lifetimeMs = 3_600_000;
const maxTries = 5;

/** Keeps a change until both codes are entered. It replaces an earlier one. */
export async function keepAddressChange(sub: ApplicantId, change: items.AddressChange): Promise<void> {
  const ends = now() + lifetimeMs;
  await put({ ...keys.addressChange(sub), ...change, tries: 0, ends, expires_at: seconds(ends) });
}

/**
 * Takes one try at the codes; undefined when there is no change, or it is too old, or was tried too often.
 */
export async function tryAddressChange(sub: ApplicantId): Promise<items.AddressChange | undefined> {
  const tried = await update(keys.addressChange(sub), expression`ADD tries ${1}`, {
    if: expression`${exists} AND tries < ${maxTries} AND ends > ${now()}`,
  });
  return tried && items.addressChange.parse(tried);
}

export const forgetAddressChange = (sub: ApplicantId) => del(keys.addressChange(sub));
