import { describe, expect, it } from 'vitest';
import { type Answers, validate } from '../../../shared/form/index.ts';
import { applicationOf } from '../../../shared/questions/index.ts';
import { application, complete, completeAnswers, partner, today } from '../../support/form.ts';

const errorsOf = (changed: Answers, form = application) =>
  validate(form, { ...complete, answers: { ...completeAnswers, ...changed } }, { today });

/** The specified message of each rule, written out to check the definition against it. */
const message = {
  cell: 'Please enter a valid cell phone number.',
  home: 'Please enter a valid home phone number.',
  textMessages: 'A cell phone number is required to receive text message updates.',
  eitherPhone: 'Please enter either a home phone or cell phone number.',
  zip: 'ZIP/Postal Code must be at least 5 characters.',
  unsupported: 'This date is not supported. Please contact help support for assistance.',
  tooYoung: 'You must be 13 years or older to apply.',
  elsewhere: 'Please apply with the International Undergraduate Application.',
  relationship: 'What is the relationship of this alumna/us to you?',
  digits: 'Must be a numeric value',
  counselor: 'The counselor email address you entered is invalid.',
  goneOption: 'This choice is no longer offered. Please choose again.',
} as const;
const sat = (subject: string) =>
  `SAT ${subject}: The score must be between 200 and 800 in an increment of 10 (e.g., 570).`;
const reading = sat('Evidence-Based Reading and Writing');
const math = sat('Math');
const act = (subject: string) => `ACT ${subject}: The score must be between 1 and 36.`;
const course = (number: number) => `Course ${number}: Please complete both the name and the semester.`;

/** The error is under the first changed key, or under the key next to it. */
type Row = [name: string, changed: Answers, wrong: string | Readonly<Record<string, string>>];

describe('validation', () => {
  it('finds no error in a complete application [VL-01]', () => {
    expect(errorsOf({})).toEqual({});
  });

  it('requires every required answer with the specified message [VL-02] [VL-03] [VL-04] [VL-10] [VL-14] [VL-15] [VL-16] [VL-22] [VL-32] [VL-35] [VL-36] [VL-37] [VL-38] [VL-41] [VL-42] [VL-51] [VL-53] [VL-55] [VL-56]', () => {
    expect(validate(application, { answers: {} }, { today })).toEqual({
      first_name: ['First Name'],
      last_name: ['Last Name'],
      gender: ['Sex'],
      birth_date: ['Date of Birth'],
      phone_mobile: [message.eitherPhone],
      country: ['Country'],
      address_line_1: ['Address'],
      city: ['City'],
      citizenship_type: ['Citizen Type'],
      michigan_residence: ['Are you a Michigan resident?'],
      entry_term: ['When do you plan to enroll?'],
      applied_major: ['What are you interested in studying?'],
      hs_name: ['Search for Your School'],
      grad_month: ['Graduation Date'],
      senior_course_name: ['Course 1: Name'],
      senior_course_semester: ['Course 1: Semester'],
      felony: ['Have you ever been convicted of a felony?'],
      conviction: ['Do you have any conviction or pending charge other than a minor traffic offense?'],
      legal_agree: ['You must certify that all of your answers are complete and accurate.'],
      grant_counselor_agree: ['You must give permission for your counselor to send your transcripts.'],
    });
  });

  it('requires nothing else: optional answers may stay empty [VL-57] [VL-19]', () => {
    const least: Answers = {
      first_name: 'Ada',
      last_name: 'Lindgren',
      gender: 'X',
      birth_date: '2009-03-14',
      phone_home: '(906) 482-2345',
      country: 'SWE',
      address_line_1: 'Storgatan 1',
      city: 'Lund',
      citizenship_type: '1',
      michigan_residence: 'N',
      entry_term: '202708',
      applied_major: 'UND',
      hs_name: 'Katedralskolan',
      grad_month: '6',
      grad_year: '2027',
      senior_course_name: 'Latin',
      senior_course_semester: 'Y',
      felony: 'N',
      conviction: 'N',
      legal_agree: true,
      grant_counselor_agree: true,
    };
    expect(validate(application, { answers: least }, { today })).toEqual({});
  });

  it.each<Row>([
    ['a name that is more than spaces', { first_name: '  ' }, 'First Name'],
    ['an area code from 2 on [VL-05]', { phone_home: '(111) 555-1234' }, message.home],
    ['an exchange from 2 on [VL-05]', { phone_home: '(906) 155-1234' }, message.home],
    ['the same for a cell phone [VL-06]', { phone_mobile: '906 487 1885' }, message.cell],
    [
      'a cell phone for text messages, whatever else is there [VL-07]',
      { phone_mobile: '', optin_sms_ind: true },
      message.textMessages,
    ],
    [
      'either phone [VL-08]',
      { phone_mobile: '', phone_home: '', phone_international: '', optin_sms_ind: false },
      message.eitherPhone,
    ],
    ['a birth date within the last 100 years [VL-11]', { birth_date: '1926-11-19' }, message.unsupported],
    [
      'an age of at least 13 years, by the year alone [VL-12]',
      { birth_date: '2014-01-01' },
      message.tooYoung,
    ],
    ['a real date of birth [VL-13]', { birth_date: '2008-02-31' }, 'Please enter a real date.'],
    ['a state in the United States [VL-17]', { state: '', state_desc: '' }, 'State/Province'],
    ['a province in Canada [VL-17]', { country: 'CAN', state: '' }, { state: 'State/Province' }],
    ['five characters of ZIP [VL-18]', { zip: '4993' }, message.zip],
    ['a ZIP in the United States [VL-18]', { zip: '' }, message.zip],
    [
      'an effective date from 3 years ago [VL-20]',
      { mailing_addr_effective_date: '2022-12-31' },
      'Minimum supported year is 2023.',
    ],
    [
      'an effective date to 4 years ahead [VL-21]',
      { mailing_addr_effective_date: '2031-01-01' },
      'Maximum supported year is 2030.',
    ],
    [
      'a country of citizenship from permanent residents [VL-23]',
      { citizenship: '' },
      'What is your country of citizenship?',
    ],
    [
      'a registration number from permanent residents [VL-24]',
      { alien_registration_number: '' },
      'Alien Registration Number',
    ],
    [
      'the international application of holders of a student visa [VL-25] [FO-12]',
      { citizenship_type: '3' },
      { ntl_apply_alert: message.elsewhere },
    ],
    [
      'a valid email address of the first parent [VL-26]',
      { parent_email_address: 'x@' },
      'Parent 1/Guardian 1: Please enter a valid email address.',
    ],
    [
      'a valid email address of the second parent [VL-27]',
      { parent_2_email_address: 'x@' },
      'Parent 2/Guardian 2: Please enter a valid email address.',
    ],
    [
      'a valid phone number of the first parent [VL-28]',
      { parent_phone: '(123) 456-7890' },
      'Parent 1/Guardian 1: Please enter a valid phone number.',
    ],
    [
      'a valid phone number of the second parent [VL-29]',
      { parent_2_phone: '(123) 456-7890' },
      'Parent 2/Guardian 2: Please enter a valid phone number.',
    ],
    ['the relationship of a relative with a name [VL-30]', { legacy_relationship: '' }, message.relationship],
    ...[2, 3, 4].map<Row>((number) => [
      `the relationship of relative ${number} [VL-31]`,
      { [`legacy_${number}_relationship`]: '' },
      `Alumna/us ${number}: ${message.relationship}`,
    ]),
    ['the city of a resident [VL-33]', { michigan_residence_city: '' }, 'Which city in Michigan?'],
    ...['5', '5a', '123', '', '1.'].map<Row>((residence_duration) => [
      `two digits of years, not '${residence_duration}' [VL-34]`,
      { residence_duration },
      message.digits,
    ]),
    ['a year beside the month of graduation [VL-39]', { grad_year: '' }, { grad_month: 'Graduation Date' }],
    ['a month beside the year of graduation', { grad_month: '' }, 'Graduation Date'],
    ['a valid month', { grad_month: '13' }, message.goneOption],
    ['a valid email address of the counselor [VL-40]', { counselor_email_address: 'x@' }, message.counselor],
    ...[2, 3, 4, 5, 6, 7, 8, 9, 10].flatMap<Row>((number) => [
      [
        `the semester of course ${number} [VL-43]`,
        { [`senior_course_${number}_semester`]: '' },
        course(number),
      ],
      [`the name of course ${number} [VL-43]`, { [`senior_course_${number}_name`]: '' }, course(number)],
    ]),
    ...['190', '805', '810', '575', 'abc', '', '8000', '64'].flatMap<Row>((score) => [
      [
        `a score in reading and writing, not '${score}' [VL-44]`,
        { sat_score_reading_writing: score },
        reading,
      ],
      [`a score in math, not '${score}' [VL-45]`, { sat_score_math: score }, math],
    ]),
    ...(
      [
        ['English', '[VL-46]'],
        ['Reading', '[VL-47]'],
        ['Science', '[VL-48]'],
        ['Math', '[VL-49]'],
        ['Composite', '[VL-50]'],
      ] as const
    ).flatMap<Row>(([subject, row]) =>
      ['0', '37', '20.5', 'a', '', '01', '360'].map<Row>((score) => {
        const key = `act_score_${subject.toLowerCase()}`;
        return [`an ACT score in ${subject}, not '${score}' ${row}`, { [key]: score }, act(subject)];
      }),
    ),
    [
      'an explanation of a felony [VL-52]',
      { felony_comment: '' },
      'Please provide a detailed explanation of the felony.',
    ],
    [
      'an explanation of a conviction [VL-54]',
      { conviction_comment: '' },
      'Please provide a detailed explanation of the conviction.',
    ],
    [
      'an agreement that is given [VL-55]',
      { legal_agree: false },
      'You must certify that all of your answers are complete and accurate.',
    ],
    ['a choice that is still offered', { applied_major: '99.9999' }, message.goneOption],
  ])('requires %s', (_name, changed, wrong) => {
    const [key = ''] = Object.keys(changed);
    const expected = Object.entries(typeof wrong === 'string' ? { [key]: wrong } : wrong);
    expect(errorsOf(changed)).toEqual(Object.fromEntries(expected.map(([at, text]) => [at, [text]])));
  });

  it.each<[name: string, changed: Answers]>([
    ['a 13th birthday any time this year [VL-12]', { birth_date: '2013-12-31' }],
    ['a birth exactly 100 years ago [VL-11]', { birth_date: '1926-11-20' }],
    [
      'an international phone instead of both others [VL-09]',
      { phone_mobile: '', phone_home: '', optin_sms_ind: false },
    ],
    ['a phone whose digits are right [VL-05]', { phone_home: '(906) 487-1885' }],
    ['no state and no ZIP in France [VL-17] [VL-18]', { country: 'FRA', state: '', zip: '' }],
    ['five characters of ZIP [VL-18]', { zip: '49931' }],
    ['no ZIP in Canada [VL-18]', { country: 'CAN', state: 'ON', zip: '' }],
    ['no effective date [VL-19]', { mailing_addr_effective_date: '' }],
    ['no address and no phone of parents [VL-26] [VL-28]', { parent_email_address: '', parent_phone: '' }],
    ...[
      "o'brien@school.example",
      'john&mary@home.example',
      'josé@school.example',
      'anna@münchen.example',
    ].map((address): [string, Answers] => [
      `the email address ${address}, which mail accepts`,
      { parent_email_address: address, parent_2_email_address: address, counselor_email_address: address },
    ]),
    ['a relative without a name [VL-30]', { legacy_first_name: '', legacy_relationship: '' }],
    [
      'no city of an applicant from another state [VL-33]',
      { michigan_residence: 'N', michigan_residence_city: '' },
    ],
    ['a duration of five years [VL-34]', { residence_duration: '05' }],
    ['a graduation completed elsewhere [VL-39]', { grad_month: 'ANSWERED', grad_year: '' }],
    ['an empty course [VL-43]', { senior_course_3_name: '', senior_course_3_semester: '' }],
    ['the lowest scores [VL-44]', { sat_score_math: '200', act_score_math: '1' }],
    ['the highest scores [VL-44]', { sat_score_math: '800', act_score_math: '36' }],
    ['a bad score when the SAT was not taken [VL-64]', { sat_taken: 'N', sat_score_math: '1' }],
    ['a bad score when tests are not to count [VL-64]', { test_optional: 'Y', sat_score_math: '1' }],
    ['no registration number of a citizen [VL-23]', { citizenship_type: '1', alien_registration_number: '' }],
    [
      'no explanation without a felony or conviction [VL-52] [VL-54]',
      { felony: 'N', felony_comment: '', conviction: 'N' },
    ],
  ])('accepts %s', (_name, changed) => {
    expect(errorsOf(changed)).toEqual({});
  });

  it('ignores the international phone for a partner that does not accept it [VL-09]', () => {
    const strict = applicationOf({ ...partner, id: 'strict', internationalPhoneCounts: false }, today);
    const changed = { phone_mobile: '', phone_home: '', optin_sms_ind: false };
    expect(errorsOf(changed, strict)).toEqual({ phone_mobile: [message.eitherPhone] });
  });

  it('limits effective dates by the year alone, in every year [VL-20] [VL-21]', () => {
    for (let year = 2000; year <= 2100; year++)
      for (const day of [`${year}-01-01`, `${year}-12-31`])
        for (const distance of [-4, -3, 0, 4, 5]) {
          const answers = { ...completeAnswers, mailing_addr_effective_date: `${year + distance}-06-15` };
          const found = validate(application, { ...complete, answers }, { today: day });
          const expected = {
            [-4]: `Minimum supported year is ${year - 3}.`,
            5: `Maximum supported year is ${year + 4}.`,
          }[distance];
          expect(found.mailing_addr_effective_date).toEqual(expected && [expected]);
        }
  });
});
