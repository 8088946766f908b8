import { ApiError } from '../runtime/errors.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { change, putItem } from './change.ts';
import { parts } from './keys.ts';

/** Partners choose these ids, so their number is limited instead of their names. */
const entriesMaximum = 50;

function added<Value>(map: Readonly<Record<string, Value>>, id: string, value: Value) {
  const next = { ...map, [id]: value };
  if (Object.keys(next).length > entriesMaximum)
    throw new ApiError('invalid', `At most ${entriesMaximum} different ids can be kept.`);
  return next;
}

/** Stores how many repeated blocks a button has added. */
export const saveBlockCount = (sub: ApplicantId, id: string, count: number): Promise<void> =>
  change(sub, ({ counts }) => ({
    event: 'add-another',
    keys: [id],
    writes: [putItem(sub, parts.counts, { c: added(counts, id, count) })],
    result: undefined,
  }));

export const saveTab = (sub: ApplicantId, group: string, tab: string): Promise<void> =>
  change(sub, ({ tabs }) => ({
    event: 'tab',
    keys: [group],
    writes: [putItem(sub, parts.tabs, { t: added(tabs, group, tab) })],
    result: undefined,
  }));
