import { expect, it } from 'vitest';
import { addMonths } from '../../../shared/rules/days.ts';

it.each([
  ['2026-11-22', 13, '2027-12-22'],
  ['2026-12-31', 2, '2027-02-28'],
  ['2027-12-31', 2, '2028-02-29'],
  ['2026-01-31', 12, '2027-01-31'],
])('%s and %i months are %s, or the last day of the month', (day, months, later) => {
  expect(addMonths(day, months)).toBe(later);
});
