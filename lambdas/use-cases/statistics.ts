import { csvLine } from '../../shared/export/csv.ts';
import { races } from '../../shared/options/coded.ts';
import { applicantId } from '../runtime/ids.ts';
import type { Submission } from '../store/items.ts';
import { readSubmission } from '../store/submitted.ts';

type Answers = Submission['answers'];

const labelOf =
  (key: string) =>
  (answers: Answers): string =>
    String(answers[`${key}_desc`] ?? answers[key] ?? '');

const chosenRaces = (answers: Answers): string =>
  Object.entries(races)
    .filter(([name]) => answers[`race_${name}`] === true)
    .map(([, label]) => label)
    .join('; ');

/** Answers that federal reports count by, also those that readers do not see. None names an applicant. */
const columns: readonly (readonly [title: string, cell: (answers: Answers) => string])[] = [
  ['term', labelOf('entry_term')],
  ['sex', labelOf('gender')],
  ['hispanic', labelOf('ethnicity')],
  ['race', chosenRaces],
  ['citizenship', labelOf('citizenship_type')],
  ['resident', labelOf('michigan_residence')],
];

/** Applications that are read at the same time. */
const atOnce = 20;

/** A CSV of how many of some submitted applications have the same answers, sorted by these. */
export async function statisticsOf(applicants: readonly string[]): Promise<string> {
  const counts = new Map<string, number>();
  for (let from = 0; from < applicants.length; from += atOnce) {
    const some = applicants.slice(from, from + atOnce).map((id) => readSubmission(applicantId.parse(id)));
    for (const submission of await Promise.all(some)) {
      if (submission === undefined) continue;
      const row = JSON.stringify(columns.map(([, cell]) => cell(submission.answers)));
      counts.set(row, (counts.get(row) ?? 0) + 1);
    }
  }
  const lines = [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return [
    csvLine([...columns.map(([title]) => title), 'applications']),
    ...lines.map(([row, count]) => csvLine([...(JSON.parse(row) as string[]), String(count)])),
  ].join('');
}
