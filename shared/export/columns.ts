import { dataDictionary, type Form } from '../form/index.ts';
import type { ApplicationPackage } from '../package/application-package.ts';

/** A column of the CSV: an answer by its key, or a fact about the application. */
export type Cell = (application: ApplicationPackage) => string;
export interface ExportColumn {
  readonly title: string;
  readonly cell: Cell;
}

const ending = '_desc';

/** A label has a separate key in the data dictionary, but it is stored with the code of its choice. */
function answerUnder(key: string, { answers }: ApplicationPackage): string {
  const found = answers[key];
  if (found !== undefined) return String(found.value);
  return (key.endsWith(ending) ? answers[key.slice(0, -ending.length)]?.label : undefined) ?? '';
}

export const answerCell =
  (key: string): Cell =>
  (application) =>
    answerUnder(key, application);

/** Columns that every application has. */
export const factColumns: readonly ExportColumn[] = [
  { title: 'application_id', cell: ({ confirmation }) => confirmation },
  { title: 'submitted_at', cell: ({ submitted_at }) => submitted_at },
  { title: 'account_email', cell: ({ applicant }) => applicant.email },
  { title: 'applicant_id', cell: ({ applicant }) => applicant.id },
  { title: 'late_minutes', cell: ({ late }) => String(late?.minutes ?? '') },
  { title: 'late_deadline', cell: ({ late }) => late?.label ?? '' },
  { title: 'form_version', cell: ({ form_version }) => form_version },
];

/** Facts that may change after the submission. */
export const laterColumns: readonly ExportColumn[] = [
  { title: 'withdrawn_at', cell: ({ withdrawn_at = '' }) => withdrawn_at },
];
export const laterFacts = laterColumns.map(({ title }) => title);

/** The keys of the data dictionary in its order. */
export const exportKeys = (form: Form): readonly string[] => dataDictionary(form).map(({ key }) => key);

/** Answers to questions that the form no longer asks, so the export is complete. */
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

const itemColumns = (items: readonly string[]): readonly ExportColumn[] =>
  items.length === 0
    ? []
    : [
        ...items.map((item) => ({
          title: `${item}_received`,
          cell: ({ checklist }: ApplicationPackage) => checklist?.received[item] ?? '',
        })),
        { title: 'missing_items', cell: ({ checklist }) => checklist?.missing.join(' ') ?? '' },
      ];

/** The keys of the data dictionary, and the ids of the partner's checklist items. */
export interface ExportNames {
  /** The id of the partner. */
  readonly partner: string;
  readonly keys: readonly string[];
  readonly items: readonly string[];
  /** Names of facts that may change after the submission. */
  readonly facts: readonly string[];
}

/**
 * One column for each key, after the columns that every application has. Checklist items and facts that may
 * change are last, so the others keep their places.
 */
export const columnsOf = ({ keys, items, facts }: ExportNames): readonly ExportColumn[] => [
  ...factColumns,
  ...keys.map((key) => ({ title: key, cell: answerCell(key) })),
  otherAnswers(keys),
  ...itemColumns(items),
  ...laterColumns.filter(({ title }) => facts.includes(title)),
];
