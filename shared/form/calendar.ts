import type { Option } from './answers.ts';

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** '1' to '12' with the names of the months. */
export const monthOptions: readonly Option[] = months.map((name, index) => [String(index + 1), name]);

export const monthName = (month: string): string => months[Number(month) - 1] ?? '';

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
