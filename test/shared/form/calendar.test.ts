import { describe, expect, it } from 'vitest';
import { isCalendarDate, monthName, monthOptions, yearOptions } from '../../../shared/form/index.ts';

const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

describe('the calendar', () => {
  it('offers the twelve months by name, in their order', () => {
    expect(monthOptions).toEqual(months.map((name, index) => [String(index + 1), name]));
    expect(months.map((_, index) => monthName(String(index + 1)))).toEqual(months);
    expect(monthName('13')).toBe('');
  });

  it.each(['2008', '2008-03', '2008-3-09', '20080309', '2008-03-09T00:00', ''])(
    'has no day that is written %j',
    (text) => expect(isCalendarDate(text)).toBe(false),
  );

  it('offers years into the past and into the future', () => {
    const years = (direction: 'past' | 'future') => yearOptions(2026, 2, direction);
    expect(years('past')).toEqual([
      ['2026', '2026'],
      ['2025', '2025'],
    ]);
    expect(years('future')).toEqual([
      ['2026', '2026'],
      ['2027', '2027'],
    ]);
  });
});
