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

/** Values '1' to '12' with names (form specification, point 3). */
export const monthOptions: readonly Option[] = months.map((name, index) => [String(index + 1), name]);

export const monthName = (month: string): string => months[Number(month) - 1] ?? '';

export const yearOf = (day: string): number => Number(day.slice(0, 4));

/** True for a day of the calendar, written yyyy-mm-dd. */
export function isCalendarDate(day: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return false;
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

/** Year lists from a start year, a count and a direction (form specification, point 3). */
export const yearOptions = (start: number, count: number, direction: 'past' | 'future'): readonly Option[] =>
  Array.from({ length: count }, (_, index) => {
    const year = String(direction === 'past' ? start - index : start + index);
    return [year, year];
  });

/** yyyy-mm-dd as mm/dd/yyyy (decision D-62). */
export const formatDate = (day: string): string => day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1');
