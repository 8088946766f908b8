import { answeredMarker, type Option } from './answers.ts';

const monthNames =
  'January February March April May June July August September October November December'.split(' ');

/** '1' to '12' with the names of the months. */
export const monthOptions: readonly Option[] = monthNames.map((name, index) => [String(index + 1), name]);

export const monthName = (month: string): string => monthNames[Number(month) - 1] ?? '';

export const yearOf = (day: string): number => Number(day.slice(0, 4));

/** True for an existing date, written yyyy-mm-dd. */
export function isCalendarDate(day: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return false;
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

/** `count` years from `start`, into the past or the future. */
export const yearOptions = (start: number, count: number, direction: 'past' | 'future'): readonly Option[] =>
  Array.from({ length: count }, (_, index) => {
    const year = String(direction === 'past' ? start - index : start + index);
    return [year, year];
  });

/** Turns yyyy-mm-dd into 'March 14, 2009'. */
export const formatDate = (day: string): string =>
  day.replace(
    /^(\d{4})-(\d{2})-(\d{2})$/,
    (_, year: string, month: string, date: string) => `${monthName(month)} ${Number(date)}, ${year}`,
  );

/** A date while the user types it: each part may be empty or incomplete. */
export interface DateParts {
  readonly month: string;
  readonly day: string;
  readonly year: string;
}

const withoutLeadingZero = (part = '') => part.replace(/^0/, '');

export function parseDate(day: string): DateParts {
  const [year = '', month, date] = day.split('-');
  return { month: withoutLeadingZero(month), day: withoutLeadingZero(date), year };
}

/** yyyy-mm-dd when the parts are an existing date, otherwise '': invalid dates are not stored. */
export function formatIsoDate({ month, day, year }: DateParts): string {
  const isoDate = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDate(isoDate) ? isoDate : '';
}

/** The key that stores the typed parts of a date while they are not an existing date. */
export const typedPartsKey = (key: string): string => `${key}_typed`;

/** The parts of a date that is not complete or does not exist, as stored: 'month/day/year'. */
export const typedPartsPattern = /^\d{0,2}\/\d{0,2}\/\d{0,4}$/;

/** '' when the parts are an existing date, which is stored as an answer, and when there are none. */
export const formatTypedParts = (parts: DateParts): string =>
  hasParts(parts) && formatIsoDate(parts) === '' ? `${parts.month}/${parts.day}/${parts.year}` : '';

export function parseTypedParts(text: string): DateParts {
  const [month = '', day = '', year = ''] = text.split('/');
  return { month, day, year };
}

export const hasParts = ({ month, day, year }: DateParts): boolean => `${month}${day}${year}` !== '';

const yearDigits = 4;

/** The message for a partial date, which names the missing parts; '' when no part is missing. */
export function missingDateParts(parts: DateParts, exampleYear: number): string {
  if (!hasParts(parts)) return '';
  const missing = (['month', 'day', 'year'] as const).filter((part) => parts[part] === '');
  const isCutShort = parts.year !== '' && parts.year.length < yearDigits;
  return [
    missing.length > 0 && `Add the ${missing.join(' and the ')}.`,
    isCutShort && `Enter the year with four digits, for example ${exampleYear}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** True when all parts are complete but there is no such date. */
export const isImpossibleDate = (parts: DateParts): boolean =>
  hasParts(parts) && missingDateParts(parts, 0) === '' && formatIsoDate(parts) === '';

/**
 * The message for a month without a year, or a year without a month; '' otherwise. The marker counts as both.
 */
export function missingMonthOrYear(month: string, year: string): string {
  if ((month === '') === (year === '') || month === answeredMarker) return '';
  return month === '' ? 'Choose the month.' : 'Choose the year.';
}
