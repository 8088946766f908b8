import { dataDictionary, type Form } from '../form/index.ts';
import type { ApplicationPackage } from '../package/application-package.ts';

/** A column of the CSV: an answer by its key, or a fact about the application. */
export type Cell = (application: ApplicationPackage) => string;
export interface ExportColumn {
  readonly title: string;
  readonly cell: Cell;
}

const ending = '_desc';

/** A label is listed under a key of its own, and lies beside the code of its choice. */
function answerUnder(key: string, { answers }: ApplicationPackage): string {
  const found = answers[key];
  if (found !== undefined) return String(found.value);
  return (key.endsWith(ending) ? answers[key.slice(0, -ending.length)]?.label : undefined) ?? '';
}

export const answerCell =
  (key: string): Cell =>
  (application) =>
    answerUnder(key, application);

/** What every application has. */
export const factColumns: readonly ExportColumn[] = [
  { title: 'application_id', cell: ({ confirmation }) => confirmation },
  { title: 'submitted_at', cell: ({ submitted_at }) => submitted_at },
  { title: 'account_email', cell: ({ applicant }) => applicant.email },
  { title: 'applicant_id', cell: ({ applicant }) => applicant.id },
  { title: 'late_minutes', cell: ({ late }) => String(late?.minutes ?? '') },
  { title: 'late_deadline', cell: ({ late }) => late?.label ?? '' },
  { title: 'form_version', cell: ({ form_version }) => form_version },
];

/** The keys of the data dictionary in its order. Notices are listed there and hold nothing. */
export const exportKeys = (form: Form): readonly string[] =>
  dataDictionary(form)
    .filter(({ kind }) => kind !== 'notice')
    .map(({ key }) => key);

/**
 * Answers of an earlier form whose questions are no longer asked, so that nothing that was submitted is
 * missing.
 */
const otherAnswers = (keys: readonly string[]): ExportColumn => {
  const known = new Set(keys);
  return {
    title: 'other_answers',
    cell: ({ answers }) => {
      const others = Object.entries(answers).filter(([key]) => !known.has(key));
      return others.length === 0 ? '' : JSON.stringify(Object.fromEntries(others));
    },
  };
};

/** One column for each key, behind those that every application has. */
export const columnsOf = (keys: readonly string[]): readonly ExportColumn[] => [
  ...factColumns,
  ...keys.map((key) => ({ title: key, cell: answerCell(key) })),
  otherAnswers(keys),
];
