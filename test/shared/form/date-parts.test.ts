import { describe, expect, it } from 'vitest';
import {
  answeredMarker,
  type DateParts,
  formatIsoDate,
  isImpossibleDate,
  missingDateParts,
  missingMonthOrYear,
  parseDate,
} from '../../../shared/form/index.ts';

const typed = (month: string, day: string, year: string): DateParts => ({ month, day, year });

describe('a date of three parts', () => {
  it.each([
    [typed('', '', ''), ''],
    [typed('3', '9', '2008'), ''],
    [typed('3', '', '2008'), 'Add the day.'],
    [typed('', '9', '2008'), 'Add the month.'],
    [typed('3', '9', ''), 'Add the year.'],
    [typed('3', '', ''), 'Add the day and the year.'],
    [typed('', '', '2008'), 'Add the month and the day.'],
    [typed('3', '9', '08'), 'Enter the year with four digits, for example 2008.'],
    [typed('', '', '08'), 'Add the month and the day. Enter the year with four digits, for example 2008.'],
  ])('%o is incomplete: %s', (parts, missing) => {
    expect(missingDateParts(parts, 2008)).toBe(missing);
    expect(isImpossibleDate(parts)).toBe(false);
  });

  it.each([
    [typed('2', '30', '2008'), true],
    [typed('2', '29', '2008'), false],
    [typed('2', '29', '2007'), true],
    [typed('4', '0', '2008'), true],
    [typed('4', '', '2008'), false],
  ])('%o is not in the calendar: %s', (parts, isNone) => {
    expect(isImpossibleDate(parts)).toBe(isNone);
  });

  it('is stored only when it is a real date, and is read back as typed', () => {
    expect(formatIsoDate(typed('3', '9', '2008'))).toBe('2008-03-09');
    expect(formatIsoDate(typed('3', '9', '08'))).toBe('');
    expect(formatIsoDate(typed('2', '30', '2008'))).toBe('');
    expect(parseDate('2008-03-09')).toEqual(typed('3', '9', '2008'));
    expect(parseDate('')).toEqual(typed('', '', ''));
  });
});

describe('a month and a year', () => {
  it.each([
    ['', '', ''],
    ['5', '2026', ''],
    ['5', '', 'Choose the year.'],
    ['', '2026', 'Choose the month.'],
    [answeredMarker, '', ''],
  ])('%s and %s is incomplete: %s', (month, year, missing) => {
    expect(missingMonthOrYear(month, year)).toBe(missing);
  });
});
