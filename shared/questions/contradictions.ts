import {
  type Answers,
  type Context,
  type Form,
  type FormState,
  isEmpty,
  isVisible,
  walk,
  yearOf,
} from '../form/index.ts';
import { otherScale } from '../options/coded.ts';
import type { Partner } from '../partners/partner.ts';

/** Input of the contradiction rules, in addition to the answers. */
interface Circumstances extends Context {
  readonly partner: Partner;
  /** The address of the applicant's account; staff do not have it. */
  readonly username?: string | undefined;
  /**
   * Returns true for a question in the part of the form that the applicant is filling in. Missing answers
   * there are not reported yet.
   */
  readonly isBeingFilled?: (key: string) => boolean;
}

/** Returns a statement of the contradiction, or undefined. Applicants and staff read the same words. */
type Find = (answers: Answers, circumstances: Circumstances) => string | undefined;

/**
 * Answers that are possible but probably wrong. They never block submission: the applicant is asked to check
 * them.
 */
interface Contradiction {
  /** The error key of the question that shows the note. */
  readonly key: string;
  readonly find: Find;
  /** True if the note is about missing answers, which the applicant may still type. */
  readonly isGap?: boolean;
}

const text = (answers: Answers, key: string): string => String(answers[key] ?? '').trim();

/** 'yyyy-mm' of a month and year that are both answered; otherwise ''. */
function monthOf(answers: Answers, key: string): string {
  const [month, year] = [text(answers, `${key}_month`), text(answers, `${key}_year`)];
  return /^\d{1,2}$/.test(month) && /^\d{4}$/.test(year) ? `${year}-${month.padStart(2, '0')}` : '';
}

const monthComparedToNow = (answers: Answers, key: string, { today }: Context): number =>
  monthOf(answers, key) === '' ? 0 : monthOf(answers, key).localeCompare(today.slice(0, 7));

/** Whole years from the date of birth to a day, undefined without a date of birth. */
function ageOn(answers: Answers, day: string): number | undefined {
  const birth = text(answers, 'birth_date');
  if (birth === '') return undefined;
  return yearOf(day) - yearOf(birth) - (day.slice(5) < birth.slice(5) ? 1 : 0);
}

const youngestLikelyAge = 10;
const youngestGraduate = 14;
const oldGraduationYears = 5;
const fewestPhoneDigits = 6;

const birthDate: Find = (answers, { today }) => {
  const age = ageOn(answers, today);
  if (age === undefined || age >= youngestLikelyAge) return undefined;
  return age < 0 ? 'This date is in the future.' : `Someone born on this date is ${age} years old.`;
};

const graduation: Find = (answers, { today }) => {
  const month = monthOf(answers, 'grad');
  if (month === '') return undefined;
  const age = ageOn(answers, `${month}-28`);
  if (age !== undefined && age < youngestGraduate) return `This is ${age} years after the date of birth.`;
  const years = yearOf(today) - yearOf(month);
  return years >= oldGraduationYears ? `This is ${years} years ago.` : undefined;
};

const residenceYears: Find = (answers, { today }) => {
  const age = ageOn(answers, today);
  return age !== undefined && Number(text(answers, 'residence_duration')) > age
    ? 'This is longer than the time since birth.'
    : undefined;
};

const ownState: Find = (answers, { partner }) =>
  text(answers, 'residence_state_desc') === partner.state
    ? `The answer to "Are you a ${partner.state} resident?" is No.`
    : undefined;

const ownEmail =
  (key: string): Find =>
  (answers, { username = '' }) =>
    username !== '' && text(answers, key).toLowerCase() === username.toLowerCase()
      ? "This is the email address of the applicant's account."
      : undefined;

const phoneDigits =
  (key: string): Find =>
  (answers) =>
    !isEmpty(answers[key]) && text(answers, key).replaceAll(/\D/g, '').length < fewestPhoneDigits
      ? 'This has too few digits for a phone number.'
      : undefined;

const orList = new Intl.ListFormat('en-US', { type: 'disjunction' });

/**
 * Required parts of a postal address, by the end of their keys. The last two apply to the United States only.
 */
const addressParts = {
  country: 'country',
  address_line_1: 'street',
  city: 'city',
  state: 'state',
  zip: 'ZIP code',
} as const;
type AddressPart = keyof typeof addressParts;

const halfAddress =
  (prefix: string): Find =>
  (answers) => {
    const isMissing = (part: AddressPart) => isEmpty(answers[`${prefix}_${part}`]);
    const parts = Object.keys(addressParts) as AddressPart[];
    if (parts.every(isMissing)) return undefined;
    const isDomestic = answers[`${prefix}_country`] === 'USA';
    const missing = parts.filter(
      (part) => isMissing(part) && (isDomestic || !['state', 'zip'].includes(part)),
    );
    return missing.length > 0
      ? `This address has no ${orList.format(missing.map((part) => addressParts[part]))}.`
      : undefined;
  };

const unnamedScale: Find = (answers) =>
  answers.gpa_scale === otherScale && isEmpty(answers.gpa_scale_other)
    ? 'The GPA scale is missing.'
    : undefined;

/** The dates of one test: 'sat' or 'act'. */
const testDates = (test: string): readonly Contradiction[] => [
  {
    key: `${test}_test_month`,
    find: (answers, circumstances) =>
      monthComparedToNow(answers, `${test}_test`, circumstances) > 0
        ? 'This month is in the future.'
        : undefined,
  },
  {
    key: `${test}_plan_month`,
    find: (answers, circumstances) =>
      monthComparedToNow(answers, `${test}_plan`, circumstances) < 0
        ? 'This month is in the past.'
        : undefined,
  },
  {
    key: `${test}_taken_unsure`,
    find: (answers) =>
      answers[`${test}_taken_unsure`] === true && monthOf(answers, `${test}_plan`) !== ''
        ? 'There is also a planned month above.'
        : undefined,
  },
];

const contradictions: readonly Contradiction[] = [
  { key: 'birth_date', find: birthDate },
  { key: 'grad_month', find: graduation },
  { key: 'residence_duration', find: residenceYears },
  { key: 'residence_state', find: ownState },
  ...['parent_email_address', 'parent_2_email_address', 'counselor_email_address'].map((key) => ({
    key,
    find: ownEmail(key),
  })),
  ...[
    'phone_international',
    'parent_phone_international',
    'parent_2_phone_international',
    'counselor_phone_international',
  ].map((key) => ({ key, find: phoneDigits(key) })),
  ...['mailing', 'parent', 'parent_2'].map((prefix) => ({
    key: `${prefix}_address_line_1`,
    find: halfAddress(prefix),
    isGap: true,
  })),
  { key: 'gpa_scale_other', find: unnamedScale, isGap: true },
  ...testDates('sat'),
  ...testDates('act'),
];

/** The notes of visible questions, by error key. */
export function findContradictions(
  form: Form,
  state: FormState,
  circumstances: Circumstances,
): Readonly<Record<string, string>> {
  const visible = new Set(
    walk(form).questions.flatMap(({ errorKey, rules }) => (isVisible(rules, state) ? [errorKey] : [])),
  );
  return Object.fromEntries(
    contradictions.flatMap(({ key, find, isGap }) => {
      const isShown = visible.has(key) && !(isGap && circumstances.isBeingFilled?.(key));
      const note = isShown ? find(state.answers, circumstances) : undefined;
      return note === undefined ? [] : [[key, note]];
    }),
  );
}
