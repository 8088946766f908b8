import type { PartnerWithSettings } from '../../shared/partners/index.ts';
import { itemsFor, missingItems } from '../../shared/partners/next-steps.ts';
import { fullName, latenessOf, nameIn } from '../../shared/questions/facts.ts';
import { searchName } from '../../shared/rules/search-name.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { sentDocuments } from './attached-documents.ts';
import type { StoredChecklist, StoredDocument, StoredListRow, Submission } from './items.ts';
import { type everyRow, keys } from './keys.ts';
import { type Write, writes } from './table.ts';

// Rows of the staff console's list. Each is written in the transactions that submit an application, and that
// change its checklist, the documents for it or its withdrawal, so the list never reads applications.

type Submitted = Pick<Submission, 'confirmation' | 'submitted_at' | 'late' | 'answers'>;

interface RowFacts {
  readonly submission: Submitted;
  /** The address of the account; '' if it was not recorded. */
  readonly email: string;
  readonly received: StoredChecklist['received'];
  readonly documents: Iterable<readonly [string, StoredDocument]>;
  readonly withdrawnAt?: string | undefined;
  readonly partner: PartnerWithSettings;
}

const textOf = (answers: Submission['answers'], key: string): string => String(answers[key] ?? '').trim();

/** Maximum bytes of a text by which the list is sorted. Cursors contain it. */
const maxSortBytes = 120;

/** A text to sort by. Rows without one are last. */
const sortText = (text: string): string =>
  text === '' ? '~' : Buffer.from(text).subarray(0, maxSortBytes).toString();

const sortName = (answers: Submission['answers']): string =>
  `${searchName(textOf(answers, 'last_name'))}, ${searchName(textOf(answers, 'first_name'))}`;

/** Late submissions first, and then those that miss the most items. Codes of terms are years and months. */
const sortTexts = ({ answers }: Submitted, missing: readonly string[]) => ({
  sort_name: sortText(sortName(answers)),
  sort_term: sortText(textOf(answers, 'entry_term')),
  sort_major: sortText(textOf(answers, 'applied_major_desc').toLowerCase()),
  sort_missing: String(999 - missing.length).padStart(3, '0'),
});

/** Separates the parts of the text that is searched. No part contains it. */
const separator = '\n';

const searchText = ({ answers, confirmation }: Submitted, email: string): string =>
  [searchName(fullName(answers)), confirmation.toLowerCase(), email.toLowerCase()].join(separator);

const rowOf = (facts: RowFacts): Omit<StoredListRow, 'sk'> => {
  const { submission, email, received, documents, withdrawnAt, partner } = facts;
  const { answers, confirmation, late, submitted_at } = submission;
  const missing = [...missingItems(partner, answers, received)];
  const sent = sentDocuments(documents);
  return {
    name: nameIn(answers),
    search: searchText(submission, email),
    confirmation,
    email,
    term: textOf(answers, 'entry_term'),
    term_label: textOf(answers, 'entry_term_desc'),
    major: textOf(answers, 'applied_major'),
    major_label: textOf(answers, 'applied_major_desc'),
    ...(late !== undefined && { late: latenessOf(late) }),
    items: itemsFor(partner, answers).map(({ id }) => id),
    missing,
    received,
    ...(Object.keys(sent).length > 0 && { sent }),
    ...(withdrawnAt !== undefined && { withdrawn_at: withdrawnAt }),
    ...sortTexts(submission, missing),
    submitted_at,
  };
};

/** Writes the row of a submitted application, and the time that finds the row. */
export function putListRow(sub: ApplicantId, facts: RowFacts): readonly Write[] {
  const { submitted_at } = facts.submission;
  const items = [
    { ...keys.listRow(sub, submitted_at), ...rowOf(facts) },
    { ...keys.listRowTime(sub), submitted_at },
  ];
  return items.map((item) => writes.put(item));
}

/** Makes the rebuild of a row, or of every row, pending. `mark` is of this change alone. */
export const addRowRebuild = (of: ApplicantId | typeof everyRow, mark: string): Write =>
  writes.put({ ...keys.rowRebuild(of), mark });
