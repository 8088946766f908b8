import type { ApplicationPackage } from '../package/application-package.ts';
import { answerCell, columnsOf, type ExportColumn, type ExportNames } from './columns.ts';

/**
 * Column titles that Slate source formats usually use for person fields, and the keys that fill them. Staff
 * see these titles when they map the file in Slate. All other keys follow under their own names
 * (docs/integrations.md).
 */
export const slateFields = {
  'Person Reference ID': 'applicant_id',
  'Application Reference ID': 'application_id',
  'Application Submitted': 'submitted_at',
  First: 'first_name',
  Middle: 'middle_name',
  Last: 'last_name',
  Suffix: 'suffix_desc',
  Preferred: 'preferred_name',
  Birthdate: 'birth_date',
  Sex: 'gender',
  Email: 'account_email',
  'Phone Mobile': 'phone_mobile',
  'Phone Home': 'phone_home',
  'Phone International': 'phone_international',
  'Permanent Street 1': 'address_line_1',
  'Permanent Street 2': 'address_line_2',
  'Permanent City': 'city',
  'Permanent Region': 'state',
  'Permanent Postal': 'zip',
  'Permanent Country': 'country',
  'Mailing Street 1': 'mailing_address_line_1',
  'Mailing Street 2': 'mailing_address_line_2',
  'Mailing City': 'mailing_city',
  'Mailing Region': 'mailing_state',
  'Mailing Postal': 'mailing_zip',
  'Mailing Country': 'mailing_country',
  Citizenship: 'citizenship',
  'Citizenship Status': 'citizenship_type_desc',
  Hispanic: 'ethnicity',
} as const satisfies Readonly<Record<string, string>>;

/** Slate expects a space between date and time, not a letter. */
const timeOf = ({ submitted_at }: ApplicationPackage) => submitted_at.slice(0, 19).replace('T', ' ');

/** The columns of a file for Slate: its person fields first, then all other answers. */
export function slateColumns(names: ExportNames): readonly ExportColumn[] {
  const columns = new Map(columnsOf(names).map((column) => [column.title, column]));
  const fields = Object.entries(slateFields).map(([title, key]) => ({
    title,
    cell: key === 'submitted_at' ? timeOf : (columns.get(key)?.cell ?? answerCell(key)),
  }));
  const taken = new Set<string>(Object.values(slateFields));
  return [...fields, ...[...columns.values()].filter(({ title }) => !taken.has(title))];
}
