import type { ApplicationPackage } from '../package/application-package.ts';
import { answerCell, type Cell, type ExportColumn, factColumns, laterColumns } from './columns.ts';
import { formatDate } from './date-mask.ts';
import type { MappedColumn, Mapping } from './mapping.ts';

/**
 * A value that a mapping cannot write. The message has the confirmation number, the column and the value, so
 * it is personal data.
 */
export class MappingError extends Error {
  readonly confirmation: string;
  readonly column: string;

  constructor({ confirmation }: ApplicationPackage, { title }: MappedColumn, problem: string) {
    super(`${confirmation}, column ${title}: ${problem}`);
    this.confirmation = confirmation;
    this.column = title;
  }
}

/** Facts about an application, by the names that a mapping's `receipt` may have. */
export const receiptFields: ReadonlyMap<string, Cell> = new Map(
  [...factColumns, ...laterColumns].map(({ title, cell }) => [title, cell]),
);

function sourceOf({ source, of }: MappedColumn): Cell {
  if (source === 'fixed') return () => of;
  if (source === 'checklist') return ({ checklist }) => checklist?.received[of] ?? '';
  if (source === 'answer') return answerCell(of);
  const cell = receiptFields.get(of);
  if (cell === undefined) throw new Error(`There is no receipt field ${of}.`);
  return cell;
}

function translated(text: string, application: ApplicationPackage, column: MappedColumn, mapping: Mapping) {
  const { codes, otherwise } = mapping.translations[column.translate ?? ''] ?? {
    codes: {},
    otherwise: 'keep',
  };
  const found = Object.hasOwn(codes, text) ? codes[text] : undefined;
  if (found !== undefined || otherwise === 'empty') return found ?? '';
  if (otherwise === 'keep') return text;
  throw new MappingError(
    application,
    column,
    `the code '${text}' of ${column.of} has no translation in ${column.translate}.`,
  );
}

function dated(text: string, application: ApplicationPackage, column: MappedColumn, mapping: Mapping) {
  if (column.date === undefined) return text;
  const date = formatDate(text, column.date, mapping.timeZone);
  if (date === undefined) throw new MappingError(application, column, `'${text}' is no date.`);
  return date;
}

/** The columns of a mapping. A cell without a value is empty. Cells throw a MappingError. */
export const mappedColumns = (mapping: Mapping): readonly ExportColumn[] =>
  mapping.columns.map((column) => {
    const read = sourceOf(column);
    return {
      title: column.title,
      cell: (application) => {
        const text = read(application);
        if (text === '' || column.source === 'fixed') return text;
        return dated(translated(text, application, column, mapping), application, column, mapping);
      },
    };
  });
