import { expect, it } from 'vitest';
import { decisionDayOf } from '../../../shared/partners/decision-day.ts';
import { desertSky } from '../../support/second-partner.ts';

const { decision: _none, ...partner } = desertSky;
// 11 PM on March 5 in Denver; the clocks change on March 12.
const late = '2028-03-06T06:00:00Z';

it('no decision day is named when the partner names none', () => {
  expect(decisionDayOf(partner, late)).toBeUndefined();
});

it('days are counted from the day of the submission where the university is', () => {
  expect(decisionDayOf({ ...partner, decision: { days: 14 } }, late)).toBe('March 19, 2028');
});

it('one day can hold for every applicant', () => {
  expect(decisionDayOf({ ...partner, decision: { day: '2028-04-01' } }, late)).toBe('April 1, 2028');
});
