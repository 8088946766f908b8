import { dayIn } from '../../shared/partners/time-zone.ts';
import { dateFormats } from '../../shared/rules/date-formats.ts';
import { formatShortTime } from '../../shared/rules/format-time.ts';
import { currentPartner } from '../api-client/site-config.ts';

const withoutYear = dateFormats({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });
const zones = dateFormats({ timeZoneName: 'longGeneric' });

/** 'Nov 21, 2026, 2:35 AM' in the university's time zone. */
export const fullTime = (moment: string): string => formatShortTime(moment, currentPartner().timeZone);

/** The same without the year if it is the current one. */
export function shortTime(moment: string): string {
  const { timeZone } = currentPartner();
  const yearOf = (time: number) => dayIn(timeZone, time).slice(0, 4);
  const isThisYear = yearOf(Date.parse(moment)) === yearOf(Date.now());
  return isThisYear ? withoutYear(timeZone).format(new Date(moment)) : fullTime(moment);
}

/** 'Eastern Time' */
export const timeZoneName = (): string => {
  const { timeZone } = currentPartner();
  const parts = zones(timeZone).formatToParts(Date.now());
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
};

/** The university's day at a time, as yyyy-mm-dd. */
export const universityDay = (time: string): string => dayIn(currentPartner().timeZone, Date.parse(time));
export const universityToday = (): string => dayIn(currentPartner().timeZone, Date.now());
