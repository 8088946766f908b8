import { ApiError } from '../runtime/errors.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { change, putItem } from './change.ts';
import { parts } from './keys.ts';

/** Groups may have ids that the form does not know, so their number is limited. */
const maxGroups = 50;

function added(counts: Readonly<Record<string, number>>, id: string, count: number) {
  const next = { ...counts, [id]: count };
  if (Object.keys(next).length > maxGroups)
    throw new ApiError('invalid', `At most ${maxGroups} different ids can be kept.`);
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
    writes: [putItem(sub, parts.tabs, { t: { ...tabs, [group]: tab } })],
    result: undefined,
  }));
