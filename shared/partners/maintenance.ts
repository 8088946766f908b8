import { saidTime } from './deadlines.ts';
import type { PartnerWithSettings } from './partner.ts';
import { momentOf } from './time-zone.ts';

/** Time before planned maintenance from which it is announced. */
const announcedBeforeMs = 7 * 24 * 3_600_000;

/** Messages about planned maintenance that is near or in progress, each with its times. */
export const maintenanceAt = (
  { maintenance = [], timeZone }: Pick<PartnerWithSettings, 'maintenance' | 'timeZone'>,
  now: number,
): readonly string[] =>
  maintenance
    .map(({ from, to, text }) => ({ text, begins: momentOf(from, timeZone), ends: momentOf(to, timeZone) }))
    .filter(({ begins, ends }) => now >= begins - announcedBeforeMs && now < ends)
    .map(
      ({ text, begins, ends }) =>
        `${text} From ${saidTime(begins, timeZone)} to ${saidTime(ends, timeZone)}.`,
    );
