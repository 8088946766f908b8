import { type Answers, formatDate } from '../form/index.ts';
import { formatTime } from '../rules/format-time.ts';

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

/** Data for staff in addition to the answers. */
interface Circumstances {
  /** The email address of the account; '' if it is not known. */
  readonly username: string;
  /** Missing in a draft. */
  readonly receipt?: StaffReceipt | null | undefined;
  /** The time zone of the university's deadlines. */
  readonly timeZone: string;
}

const textOf = (answers: Answers, key: string): string => String(answers[key] ?? '').trim();

export const fullName = (answers: Answers): string =>
  ['first_name', 'middle_name', 'last_name', 'suffix_desc']
    .map((key) => textOf(answers, key))
    .filter((part) => part !== '')
    .join(' ');

/** The main facts of an application: applicant, choices and status. Unknown facts are omitted. */
export function factsOf(answers: Answers, { username, receipt, timeZone }: Circumstances): readonly Fact[] {
  const birthDate = textOf(answers, 'birth_date');
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
  ];
  return facts.filter(({ text }) => text !== '');
}
