import { expect, it } from 'vitest';
import { readSchedule } from '../step-functions/schedule.ts';

// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-scheduled-rule-pattern.html

it.each([
  ['cron(0 7 * * ? *)', ['07:00'], ['07:01', '08:00', '19:00']],
  ['cron(30 * * * ? *)', ['00:30', '23:30'], ['00:31', '03:00']],
  ['rate(5 minutes)', ['00:00', '00:05', '13:55'], ['00:01', '13:56']],
  ['rate(1 hour)', ['00:00', '07:00'], ['07:30']],
  ['rate(1 day)', ['00:00'], ['12:00']],
])('a rule with %s is due at %j and not at %j, in UTC', (expression, due, others) => {
  const isDue = readSchedule(expression);
  const at = (time: string) => new Date(`2026-11-22T${time}:42Z`);
  expect(due.filter((time) => !isDue(at(time)))).toEqual([]);
  expect(others.filter((time) => isDue(at(time)))).toEqual([]);
});

it.each(['cron(0 7 ? * MON *)', 'cron(0/5 * * * ? *)', 'rate(0 minutes)', 'at(2026-11-22T07:00:00)'])(
  'a rule with %s stops the start, because it is not served',
  (expression) => {
    expect(() => readSchedule(expression)).toThrow(expression);
  },
);
