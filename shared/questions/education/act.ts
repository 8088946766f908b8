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

/** A whole number from 1 to 36. An empty score gets the same message. */
const score = (subject: string) => {
  const message = `${subject}: The score must be between 1 and 36.`;
  const check: Check = (value) => (/^([1-9]|[12]\d|3[0-6])$/.test(String(value)) ? undefined : message);
  return text(subject, {
    requiredWhen: [{ message }],
    check,
    hint: '1 to 36',
    formatHint: 'Please check this score: a whole number from 1 to 36.',
    inputMode: 'numeric',
    width: 'third',
  });
};

export const act = ({ codes }: Partner, year: number) =>
  section(
    'ACT',
    [
      ask({ act_taken: radio('Have you taken the ACT?') }),
      when(equals('act_taken', 'Y'), [
        ask({
          act_score_english: score('ACT English'),
          act_score_reading: score('ACT Reading'),
          act_score_science: score('ACT Science'),
          act_score_math: score('ACT Math'),
          act_score_composite: score('ACT Composite'),
          act_test: monthYear('When did you take the ACT?', yearOptions(year, 6, 'past')),
        }),
      ]),
      ask({ retake_act: radio('Do you plan to take the ACT, or take it again?') }),
      when(equals('retake_act', 'Y'), [
        ask({ act_taken_unsure: checkbox("I don't know my ACT date yet") }),
        when(notEquals('act_taken_unsure', true), [
          ask({
            act_plan: monthYear('When do you plan to take the ACT?', yearOptions(year, 3, 'future')),
          }),
        ]),
      ]),
    ],
    `Our ACT code is ${codes.act}.`,
  );
