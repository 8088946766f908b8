import {
  ask,
  type Check,
  type Context,
  checkbox,
  date,
  equals,
  fold,
  notAnswered,
  phone,
  type RequiredWhen,
  section,
  select,
  text,
  yearOf,
} from '../../form/index.ts';
import { sexes, suffixes } from '../../options/coded.ts';
import type { Partner } from '../../partners/partner.ts';
import { internationalPhone } from '../international-phone.ts';

/** Applicants are 13 to 100 years old. */
const oldestAge = 100;
const youngestAge = 13;

const earliestBirthDate = ({ today }: Context) => `${yearOf(today) - oldestAge}${today.slice(4)}`;

const birthDate: Check = (value, _answers, context) => {
  if (typeof value !== 'string') return undefined;
  if (value < earliestBirthDate(context))
    return 'This date is not supported. Please contact help support for assistance.';
  if (yearOf(context.today) - yearOf(value) < youngestAge) return 'You must be 13 years or older to apply.';
  return undefined;
};

const cellPhone = ({ internationalPhoneCounts }: Partner): readonly RequiredWhen[] => [
  {
    message: 'A cell phone number is required to receive text message updates.',
    when: [equals('optin_sms_ind', true)],
  },
  {
    message: 'Please enter either a home phone or cell phone number.',
    when: [
      notAnswered('phone_home'),
      ...(internationalPhoneCounts ? [notAnswered('phone_international')] : []),
    ],
  },
];

export const personal = (partner: Partner) =>
  section(
    'Personal information',
    [
      ask({
        first_name: text('First Name', { required: 'First Name', width: 'half', autoComplete: 'given-name' }),
        middle_name: text('Middle Name', { width: 'half', autoComplete: 'additional-name' }),
        last_name: text('Last Name', { required: 'Last Name', width: 'half', autoComplete: 'family-name' }),
        suffix: select('Suffix', suffixes, { width: 'half', autoComplete: 'honorific-suffix' }),
        preferred_name: text('Preferred Name', { width: 'half', autoComplete: 'nickname' }),
        gender: select('Sex', sexes, { required: 'Sex', width: 'half', autoComplete: 'sex' }),
        birth_date: date('Date of Birth', {
          required: 'Date of Birth',
          check: birthDate,
          formatHint: 'Please check your birth year.',
          autoComplete: 'bday',
        }),
        phone_mobile: phone('Cell Phone', 'Please enter a valid cell phone number.', {
          requiredWhen: cellPhone(partner),
          hint: 'Enter a cell or home number, for example (201) 555-0123.',
          width: 'half',
          autoComplete: 'tel-national',
          international: 'phone_international',
        }),
        phone_home: phone('Home Phone', 'Please enter a valid home phone number.', {
          width: 'half',
          autoComplete: 'home tel-national',
          international: 'phone_international',
        }),
      }),
      fold('International phone', [
        ask({ phone_international: internationalPhone('International Phone', { autoComplete: 'tel' }) }),
      ]),
      ask({
        optin_sms_ind: checkbox(`Send me text messages about my application to ${partner.name}`, {
          hint: 'The admissions office sends these, not this website.',
        }),
      }),
    ],
    'Enter your name as it appears on official documents.',
  );
