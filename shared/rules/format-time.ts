import { dateFormats } from './date-formats.ts';

const day = { year: 'numeric', month: 'long', day: 'numeric' } as const;
const days = dateFormats(day);
const shortTimes = dateFormats({
  ...{ month: 'short', day: 'numeric', year: 'numeric' },
  ...{ hour: 'numeric', minute: '2-digit' },
});
const times = dateFormats({ ...day, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' });

/**
 * 'November 21, 2026 at 2:35 AM EST': a moment with its time zone. Without `timeZone` it is the reader's own.
 */
export const formatTime = (moment: string, timeZone?: string): string =>
  times(timeZone).format(new Date(moment));

/** 'Nov 21, 2026, 2:35 AM' in a time zone. */
export const formatShortTime = (moment: string, timeZone: string): string =>
  shortTimes(timeZone).format(new Date(moment));

/** 'March 3, 2026': a day that is written 2026-03-03. */
export const formatDay = (written: string): string => days('UTC').format(new Date(`${written}T00:00:00Z`));
