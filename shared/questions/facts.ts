import { type Answers, formatDate } from '../form/index.ts';
import { otherScale } from '../options/coded.ts';
import type { ReceivedItems } from '../partners/next-steps.ts';
import { formatTime } from '../rules/format-time.ts';
import { itemName } from '../rules/item-names.ts';

/** One fact of the block at the top of the print view and of the application PDF. */
export interface Fact {
  readonly label: string;
  readonly text: string;
}

/** Minutes by which a submission missed a deadline, within its grace period. */
interface Lateness {
  readonly label: string;
  readonly minutes: number;
}

/** The receipt as staff see it, with the lateness of a submission in the grace period. */
interface StaffReceipt {
  readonly confirmation: string;
  readonly submitted_at: string;
  readonly late?: Lateness | undefined;
}

/** '12 minutes after Early decision' */
export const latenessOf = ({ label, minutes }: Lateness): string =>
  `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} after ${label}`;

/** Checklist items by their ids. */
interface Checklist {
  readonly received: ReceivedItems;
  readonly missing: readonly string[];
  /** The day of this status, as yyyy-mm-dd. Paper needs it: items arrive after it was printed. */
  readonly on: string;
}

/** Data for staff in addition to the answers. */
interface Circumstances {
  /** The email address of the account; '' if it is not known. */
  readonly username: string;
  /** Missing in a draft. */
  readonly receipt?: StaffReceipt | null | undefined;
  /** The time zone of the university's deadlines. */
  readonly timeZone: string;
  /** Missing in a draft, and where the checklist is shown on its own. */
  readonly checklist?: Checklist | undefined;
}

const textOf = (answers: Answers, key: string): string => String(answers[key] ?? '').trim();

/** First and last name. */
export const nameIn = (answers: Answers): string =>
  [textOf(answers, 'first_name'), textOf(answers, 'last_name')].filter((part) => part !== '').join(' ');

export const fullName = (answers: Answers): string =>
  ['first_name', 'middle_name', 'last_name', 'suffix_desc']
    .map((key) => textOf(answers, key))
    .filter((part) => part !== '')
    .join(' ');

/** The texts that are not empty, in one line. */
const joined = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join(', ');

/** 'Copper Country High School, Calumet, Michigan'. Schools outside the United States have their country. */
function schoolOf(answers: Answers): string {
  const of = (name: string) => textOf(answers, `hs_${name}`);
  if (of('name') === '') return '';
  const country = of('country') === 'USA' ? '' : of('country_desc');
  return joined(of('name'), of('city'), of('state_desc') || of('state'), country);
}

/** '3.85 of 4.0', or with the scale that the applicant described. */
function gradesOf(answers: Answers): string {
  const average = textOf(answers, 'hs_gpa');
  const isOther = textOf(answers, 'gpa_scale') === otherScale;
  const scale = textOf(answers, isOther ? 'gpa_scale_other' : 'gpa_scale_desc');
  return average && scale ? `${average} of ${scale}` : average;
}

type Scores = readonly (readonly [label: string, key: string])[];

const satScores: Scores = [
  ['EBRW', 'sat_score_reading_writing'],
  ['Math', 'sat_score_math'],
];
const actScores: Scores = [
  ['English', 'act_score_english'],
  ['Reading', 'act_score_reading'],
  ['Science', 'act_score_science'],
  ['Math', 'act_score_math'],
];

const scoresOf = (answers: Answers, scores: Scores): string =>
  joined(
    ...scores.map(([label, key]) => {
      const score = textOf(answers, key);
      return score && `${label} ${score}`;
    }),
  );

/** '29 (English 27, Math 33)' */
function actOf(answers: Answers): string {
  const composite = textOf(answers, 'act_score_composite');
  const scores = scoresOf(answers, actScores);
  return composite && scores ? `${composite} (${scores})` : composite || scores;
}

/** The keys say `michigan` for the state of any partner. */
function residencyOf(answers: Answers): string {
  const answer = textOf(answers, 'michigan_residence');
  if (answer === 'Y') return 'In-state';
  const state = textOf(answers, 'residence_state_desc');
  return answer === 'N' ? joined('Out-of-state', state) : '';
}

const receivedText = ({ received }: Checklist): string =>
  joined(...Object.entries(received).map(([id, day]) => `${itemName(id)} (${formatDate(day)})`));

/** The main facts of an application: applicant, choices and status. Unknown facts are omitted. */
export function factsOf(answers: Answers, circumstances: Circumstances): readonly Fact[] {
  const { username, receipt, timeZone, checklist } = circumstances;
  const birthDate = textOf(answers, 'birth_date');
  const isTestOptional = textOf(answers, 'test_optional') === 'Y';
  const facts: readonly Fact[] = [
    { label: 'Name', text: fullName(answers) },
    { label: 'Email', text: username },
    { label: 'Status', text: receipt ? 'Submitted' : 'Draft, not submitted' },
    { label: 'Confirmation number', text: receipt?.confirmation ?? '' },
    { label: 'Submitted', text: receipt ? formatTime(receipt.submitted_at, timeZone) : '' },
    { label: 'Late', text: receipt?.late ? latenessOf(receipt.late) : '' },
    { label: 'Date of birth', text: birthDate && formatDate(birthDate) },
    { label: 'Term', text: textOf(answers, 'entry_term_desc') },
    { label: 'Major', text: textOf(answers, 'applied_major_desc') },
    { label: 'High school', text: schoolOf(answers) },
    { label: 'GPA', text: gradesOf(answers) },
    { label: 'Tests', text: isTestOptional ? 'Review without test scores' : '' },
    { label: 'SAT', text: scoresOf(answers, satScores) },
    { label: 'ACT', text: actOf(answers) },
    { label: 'Residency', text: residencyOf(answers) },
    {
      label: 'Citizenship',
      text: joined(textOf(answers, 'citizenship_type_desc'), textOf(answers, 'citizenship_desc')),
    },
    ...(checklist === undefined
      ? []
      : [
          { label: 'Received', text: receivedText(checklist) },
          {
            label: `Still needed on ${formatDate(checklist.on)}`,
            text: joined(...checklist.missing.map(itemName)) || 'Nothing',
          },
        ]),
  ];
  return facts.filter(({ text }) => text !== '');
}
