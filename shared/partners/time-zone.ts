import { dateFormats } from '../rules/date-formats.ts';

/** For example 2027-01-15T23:59: a date and time in some time zone. */
export const localTimePattern = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/;

const clocks = dateFormats({
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
});

/** The local time in a time zone at a moment, in milliseconds as if it were UTC. */
function shownIn(timeZone: string, moment: number): number {
  const parts = clocks(timeZone).formatToParts(moment);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((each) => each.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
}

/**
 * The day (yyyy-mm-dd) of a moment, in milliseconds since 1970, in a time zone. Built from its parts, because
 * browsers differ in how they format a day for a locale.
 */
export const dayIn = (timeZone: string, moment: number): string => timeIn(timeZone, moment).slice(0, 10);

/** The local date and time in a time zone: 2027-01-15T23:59:59. */
export const timeIn = (timeZone: string, moment: number): string =>
  new Date(shownIn(timeZone, moment) + (moment % 60_000)).toISOString().slice(0, 19);

/**
 * The moment of a local time in a time zone, in milliseconds since 1970. A time that occurs twice, in fall,
 * means the second. A time that is skipped, in spring, is moved forward by the length of the gap.
 */
export function momentOf(localTime: string, timeZone: string): number {
  const shown = Date.parse(`${localTime}:00Z`);
  const day = 86_400_000;
  // A zone has at most two UTC offsets on two consecutive days.
  const candidates = [shown - day, shown + day].map((near) => shown - (shownIn(timeZone, near) - near));
  const right = candidates.filter((moment) => shownIn(timeZone, moment) === shown);
  return Math.max(...(right.length > 0 ? right : candidates));
}
