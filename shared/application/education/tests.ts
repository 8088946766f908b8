import {
  ask,
  type Check,
  equals,
  monthYear,
  notEquals,
  radio,
  section,
  text,
  tick,
  when,
  yearOptions,
} from '../../form/index.ts';

/** 200 to 800 in steps of 10; an empty score is out of range too (decision D-61). */
const satScore =
  (subject: string): Check =>
  (value) => {
    const score = /^\d{3}$/.test(String(value)) ? Number(value) : Number.NaN;
    return score >= 200 && score <= 800 && score % 10 === 0
      ? undefined
      : `${subject}: The score must be between 200 and 800 in an increment of 10 (e.g., 570).`;
  };

const sat = (year: number) =>
  [
    ask({ sat_taken: radio('Have you taken the SAT?') }),
    when(equals('sat_taken', 'Y'), [
      ask({
        sat_score_reading_writing: text('SAT Evidence-Based Reading and Writing', {
          check: satScore('SAT Evidence-Based Reading and Writing'),
          numeric: true,
          maxLength: 3,
          width: 'half',
        }),
        sat_score_math: text('SAT Math', {
          check: satScore('SAT Math'),
          numeric: true,
          maxLength: 3,
          width: 'half',
        }),
        sat_test: monthYear('When did you take the SAT?', yearOptions(year, 6, 'past')),
      }),
    ] as const),
    ask({ retake_sat: radio('Do you plan to take the SAT (again)?') }),
    when(equals('retake_sat', 'Y'), [
      ask({
        sat_plan: monthYear('When do you plan to take the SAT?', yearOptions(year, 3, 'future')),
        sat_taken_unsure: tick('I do not know the date yet'),
      }),
    ] as const),
  ] as const;

export const tests = (year: number) =>
  section('Tests', [
    ask({ test_optional: radio('Review my application without test scores') }),
    when(notEquals('test_optional', 'Y'), sat(year)),
  ]);
