import { answeredMarker } from './answers.ts';
import { isCalendarDate } from './calendar.ts';

/** A day as it is typed: three texts, in any state of completion. */
export interface DateParts {
  readonly month: string;
  readonly day: string;
  readonly year: string;
}

const unpadded = (part = '') => part.replace(/^0/, '');

export function parseDate(day: string): DateParts {
  const [year = '', month, date] = day.split('-');
  return { month: unpadded(month), day: unpadded(date), year };
}

/** yyyy-mm-dd when the parts name a day of the calendar; '' otherwise, because an invalid date is not stored. */
export function formatIsoDate({ month, day, year }: DateParts): string {
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDate(written) ? written : '';
}

export const hasParts = ({ month, day, year }: DateParts): boolean => `${month}${day}${year}` !== '';

const yearDigits = 4;

/** What is missing in a partial date, in words; '' when nothing is. */
export function missingDateParts(parts: DateParts, exampleYear: number): string {
  if (!hasParts(parts)) return '';
  const absent = (['month', 'day', 'year'] as const).filter((part) => parts[part] === '');
  const isCutShort = parts.year !== '' && parts.year.length < yearDigits;
  return [
    absent.length > 0 && `Add the ${absent.join(' and the ')}.`,
    isCutShort && `Enter the year with four digits, for example ${exampleYear}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** All three parts are there, and yet there is no such day. */
export const isImpossibleDate = (parts: DateParts): boolean =>
  hasParts(parts) && missingDateParts(parts, 0) === '' && formatIsoDate(parts) === '';

/** The same of a month and a year that are chosen from lists. The marker stands for both. */
export function missingMonthOrYear(month: string, year: string): string {
  if ((month === '') === (year === '') || month === answeredMarker) return '';
  return month === '' ? 'Choose the month.' : 'Choose the year.';
}
