import {
  ask,
  type Check,
  checkbox,
  equals,
  monthYear,
  notEquals,
  radio,
  section,
  text,
  when,
  yearOptions,
} from '../../form/index.ts';
import type { Partner } from '../../partners/partner.ts';

/** 200 to 800 in steps of 10. An empty score gets the same message. */
const isScore = (value: string) =>
  /^\d{3}$/.test(value) && Number(value) >= 200 && Number(value) <= 800 && Number(value) % 10 === 0;

const score = (subject: string) => {
  const message = `${subject}: The score must be between 200 and 800 in an increment of 10 (e.g., 570).`;
  const check: Check = (value) => (isScore(String(value)) ? undefined : message);
  return text(subject, {
    requiredWhen: [{ message }],
    check,
    hint: '200 to 800',
    formatHint: 'Please check this score: 200 to 800, ending in 0.',
    inputMode: 'numeric',
    width: 'half',
  });
};

export const sat = ({ codes }: Partner, year: number) =>
  section(
    'SAT',
    [
      ask({ sat_taken: radio('Have you taken the SAT?') }),
      when(equals('sat_taken', 'Y'), [
        ask({
          sat_score_reading_writing: score('SAT Evidence-Based Reading and Writing'),
          sat_score_math: score('SAT Math'),
          sat_test: monthYear('When did you take the SAT?', yearOptions(year, 6, 'past')),
        }),
      ]),
      ask({ retake_sat: radio('Do you plan to take the SAT, or take it again?') }),
      when(equals('retake_sat', 'Y'), [
        ask({ sat_taken_unsure: checkbox("I don't know my SAT date yet") }),
        when(notEquals('sat_taken_unsure', true), [
          ask({
            sat_plan: monthYear('When do you plan to take the SAT?', yearOptions(year, 3, 'future')),
          }),
        ]),
      ]),
    ],
    `Our College Board code is ${codes.collegeBoard}.`,
  );
