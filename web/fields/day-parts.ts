import { isRealDay } from '../../shared/form/index.ts';

/** A day as it is typed: three texts, in any state of completion. */
export interface DayParts {
  readonly month: string;
  readonly day: string;
  readonly year: string;
}

const unpadded = (part = '') => part.replace(/^0/, '');

export function partsOf(day: string): DayParts {
  const [year = '', month, date] = day.split('-');
  return { month: unpadded(month), day: unpadded(date), year };
}

/** yyyy-mm-dd when the parts name a day of the calendar; '' otherwise, because an invalid date is not stored. */
export function dayOf({ month, day, year }: DayParts): string {
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isRealDay(written) ? written : '';
}

/** All three are there, and yet there is no such day. */
export const isNoDay = (parts: DayParts): boolean =>
  parts.month !== '' && parts.day !== '' && parts.year.length === 4 && dayOf(parts) === '';
