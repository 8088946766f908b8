import { addDays } from '../rules/days.ts';

/** Time of day in UTC of the nightly export. */
export const nightlyExportTime = { hour: 6, minute: 30 } as const;

/** Days for which the files of a nightly export stay in their bucket. */
export const nightlyExportDays = 14;

/**
 * Days until S3 has really deleted such a file: it rounds up to the next midnight, keeps what it deleted as
 * an old version for a day, which it rounds up too.
 */
const deletionDays = 3;

/**
 * The day (yyyy-mm-dd) on which no nightly export is left any more of those written up to a moment (ISO
 * 8601).
 */
export const exportsGoneOn = (moment: string): string =>
  addDays(moment.slice(0, 10), nightlyExportDays + deletionDays);

/** Days for which a deleted submitted application is listed for the university's systems. */
export const erasedListDays = 90;

/** The first day (yyyy-mm-dd) of which deleted applications are still listed at a moment (ISO 8601). */
export const firstErasedDay = (moment: string): string => addDays(moment.slice(0, 10), -erasedListDays);
