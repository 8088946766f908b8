import { dateFormats } from '../rules/date-formats.ts';

/** 2027-01-15T23:59: a time of a day, on the clocks of some time zone. */
export const localTimePattern = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/;

const clocks = dateFormats({
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
});

/** What the clocks of a time zone show at a moment, as if it were UTC. */
function shownIn(timeZone: string, moment: number): number {
  const parts = clocks(timeZone).formatToParts(moment);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((each) => each.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
}

/**
 * The day (yyyy-mm-dd) of a moment, in milliseconds since 1970, in a time zone. By its parts: how a locale
 * writes a day differs between browsers.
 */
export const dayIn = (timeZone: string, moment: number): string =>
  new Date(shownIn(timeZone, moment)).toISOString().slice(0, 10);

/**
 * The moment at which the clocks of a time zone show a time, in milliseconds since 1970. Where they show it
 * twice, in autumn, it is the second of them; where they skip it, in spring, it is as long after the change
 * as the time says.
 */
export function momentOf(localTime: string, timeZone: string): number {
  const shown = Date.parse(`${localTime}:00Z`);
  const day = 86_400_000;
  // A zone has at most two offsets on two days that follow each other.
  const candidates = [shown - day, shown + day].map((near) => shown - (shownIn(timeZone, near) - near));
  const right = candidates.filter((moment) => shownIn(timeZone, moment) === shown);
  return Math.max(...(right.length > 0 ? right : candidates));
}
