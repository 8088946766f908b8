import { describe, expect, it } from 'vitest';
import { type Answers, problems } from '../../shared/form/index.ts';
import { application, completeAnswers, today } from '../support/form.ts';

const problemsOf = (changed: Answers) =>
  problems(application, { answers: { ...completeAnswers, ...changed } }, { today });

describe('the application', () => {
  it('finds nothing wrong with a complete application', () => {
    expect(problemsOf({})).toEqual({});
  });

  it('asks for every required answer in the words of the specification', () => {
    expect(problems(application, { answers: {} }, { today })).toEqual({
      first_name: ['First Name'],
      last_name: ['Last Name'],
      gender: ['Sex'],
      birth_date: ['Date of Birth'],
      phone_mobile: ['Please enter either a home phone or cell phone number.'],
      country: ['Country'],
      address_line_1: ['Address'],
      city: ['City'],
      citizenship_type: ['Citizen Type'],
      entry_term: ['When do you plan to enroll?'],
      applied_major: ['What are you interested in studying?'],
      hs_name: ['Search for Your School'],
      grad_month: ['Graduation Date'],
      felony: ['Felony Question'],
      conviction: ['Conviction Question'],
      legal_agree: ['You must certify that all of your answers are complete and accurate.'],
      grant_counselor_agree: ['You must give permission for your counselor to send your transcripts.'],
    });
  });

  const sat = (subject: string) =>
    `${subject}: The score must be between 200 and 800 in an increment of 10 (e.g., 570).`;
  const reading = 'SAT Evidence-Based Reading and Writing';
  const cell = 'Please enter a valid cell phone number.';
  const home = 'Please enter a valid home phone number.';
  const neither = 'Please enter either a home phone or cell phone number.';
  const zip = 'ZIP/Postal Code must be at least 5 characters.';
  const unsupported = 'This date is not supported. Please contact help support for assistance.';
  const tooYoung = 'You must be 13 years or older to apply.';

  it.each<[name: string, changed: Answers, wrong: Record<string, string>]>([
    ['an area code from 2 on', { phone_home: '(111) 555-1234' }, { phone_home: home }],
    ['an exchange from 2 on', { phone_home: '(906) 155-1234' }, { phone_home: home }],
    ['the same of a cell phone', { phone_mobile: '906 487 1885' }, { phone_mobile: cell }],
    [
      'a cell phone for text messages, whatever else is there',
      { phone_mobile: '', optin_sms_ind: true },
      { phone_mobile: 'A cell phone number is required to receive text message updates.' },
    ],
    [
      'either phone',
      { phone_mobile: '', phone_home: '', phone_international: '', optin_sms_ind: false },
      { phone_mobile: neither },
    ],
    ['no birth over 100 years ago', { birth_date: '1926-11-19' }, { birth_date: unsupported }],
    ['13 years, by the year alone', { birth_date: '2014-01-01' }, { birth_date: tooYoung }],
    ['a state in the United States', { state: '', state_desc: '' }, { state: 'State/Province' }],
    ['five characters of ZIP', { zip: '4993' }, { zip }],
    ['a ZIP in the United States', { zip: '' }, { zip }],
    [
      'an effective date from 3 years ago',
      { mailing_addr_effective_date: '2022-12-31' },
      { mailing_addr_effective_date: 'Minimum supported year is 2023.' },
    ],
    [
      'an effective date to 4 years ahead',
      { mailing_addr_effective_date: '2031-01-01' },
      { mailing_addr_effective_date: 'Maximum supported year is 2030.' },
    ],
    [
      'a country of citizenship from permanent residents',
      { citizenship: '' },
      { citizenship: 'What is your country of citizenship?' },
    ],
    [
      'a registration number from permanent residents',
      { alien_registration_number: '' },
      { alien_registration_number: 'Alien Registration Number' },
    ],
    [
      'the international application from holders of a student visa',
      { citizenship_type: '3' },
      { ntl_apply_alert: 'Please apply with the International Undergraduate Application.' },
    ],
    ['a year beside the month of graduation', { grad_year: '' }, { grad_month: 'Graduation Date' }],
    ['a month beside the year of graduation', { grad_month: '' }, { grad_month: 'Graduation Date' }],
    [
      'a counselor address that is one',
      { counselor_email_address: 'x@' },
      { counselor_email_address: 'The counselor email address you entered is invalid.' },
    ],
    ['a score from 200 on', { sat_score_math: '190' }, { sat_score_math: sat('SAT Math') }],
    ['a score up to 800', { sat_score_math: '810' }, { sat_score_math: sat('SAT Math') }],
    [
      'a score in steps of 10',
      { sat_score_reading_writing: '575' },
      { sat_score_reading_writing: sat(reading) },
    ],
    ['a score in digits', { sat_score_math: 'abc' }, { sat_score_math: sat('SAT Math') }],
    ['a score once the SAT was taken', { sat_score_math: '' }, { sat_score_math: sat('SAT Math') }],
    [
      'an explanation of a conviction',
      { conviction_comment: '' },
      { conviction_comment: 'Please provide a detailed explanation.' },
    ],
    [
      'an explanation of a felony',
      { felony: 'Y' },
      { felony_comment: 'Please provide a detailed explanation.' },
    ],
    [
      'a choice that is still offered',
      { applied_major: '99.9999' },
      { applied_major: 'This choice is no longer offered. Please choose again.' },
    ],
  ])('wants %s', (_name, changed, wrong) => {
    const expected = Object.fromEntries(Object.entries(wrong).map(([key, message]) => [key, [message]]));
    expect(problemsOf(changed)).toEqual(expected);
  });

  it.each<[name: string, changed: Answers]>([
    ['a 13th birthday any time this year', { birth_date: '2013-12-31' }],
    ['a birth exactly 100 years ago', { birth_date: '1926-11-20' }],
    [
      'an international phone instead of both others',
      { phone_mobile: '', phone_home: '', optin_sms_ind: false },
    ],
    ['no state and no ZIP in France', { country: 'FRA', state: '', zip: '' }],
    ['a graduation completed elsewhere', { grad_month: 'ANSWERED', grad_year: '' }],
    ['a bad score when the SAT was not taken', { sat_taken: 'N', sat_score_math: '1' }],
    ['a bad score when tests are not to count', { test_optional: 'Y', sat_score_math: '1' }],
    ['no registration number of a citizen', { citizenship_type: '1', alien_registration_number: '' }],
  ])('accepts %s', (_name, changed) => {
    expect(problemsOf(changed)).toEqual({});
  });
});
