import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { applicantId } from '../../../lambdas/runtime/ids.ts';
import { packageOf } from '../../../lambdas/use-cases/package.ts';
import { root } from '../../../scripts/build/root.ts';
import { formatDate, isDateMask } from '../../../shared/export/date-mask.ts';
import { type ExportFormat, exportFormatsOf } from '../../../shared/export/format-names.ts';
import { lineWriter } from '../../../shared/export/formats.ts';
import { MappingError, mappedColumns } from '../../../shared/export/mapped.ts';
import type { MappedColumn, Mapping, Translation } from '../../../shared/export/mapping.ts';
import type { ApplicationPackage } from '../../../shared/package/application-package.ts';
import { checklistOf } from '../../../shared/partners/next-steps.ts';
import { application, complete, partner } from '../../support/form.ts';
import { submissionOf } from '../../support/submission.ts';

const sub = applicantId.parse('5e8a4c1e-0000-4000-8000-000000000001');
const submission = { ...submissionOf(complete), submitted_at: '2026-11-21T03:04:05.678Z' };
const checklist = checklistOf(partner, submission.answers, { transcript: '2026-11-18' });
const sample = packageOf(application, submission, { sub, username: 'ada.lindgren@mail.example', checklist });

const fileOf = (format: ExportFormat) => {
  const { fileName, head, lineOf } = lineWriter(format, { partner: partner.id, keys: [] });
  return { fileName, text: head + lineOf(sample) };
};

it.each([
  ['banner', 'banner.csv', ',', '\n'],
  ['peoplesoft', 'peoplesoft.txt', '\t', '\r\n'],
] as const)(
  'the sample mapping %s writes %s as its sample in the documentation',
  async (format, name, delimiter, lineEnd) => {
    const { fileName, text } = fileOf(format);
    expect(fileName).toBe(name);
    const rows: readonly object[] = parse(text, { columns: true, delimiter, record_delimiter: lineEnd });
    expect(rows).toHaveLength(1);
    await expect(text).toMatchFileSnapshot(join(root, `docs/samples/${format}-sample.${name.split('.')[1]}`));
  },
);

it('a mapping writes codes, days and times as the other system reads them', () => {
  const [banner = {}] = parse(fileOf('banner').text, { columns: true, record_delimiter: '\n' });
  expect(banner).toMatchObject({
    SPRIDEN_LAST_NAME: 'Lindgren',
    SPBPERS_BIRTH_DATE: '14-MAR-2009',
    PR_ATYP_CODE: 'PR',
    PR_NATN_CODE: '157',
    SARADAP_TERM_CODE_ENTRY: '202780',
    // It was still the evening before in Michigan.
    SARADAP_APPL_DATE: '20-NOV-2026',
    SARCHKL_TRANSCRIPT_DATE: '18-NOV-2026',
  });
  const [peopleSoft = {}] = parse(fileOf('peoplesoft').text, {
    ...{ columns: true, delimiter: '\t', record_delimiter: '\r\n' },
  });
  expect(peopleSoft).toMatchObject({ BIRTHDATE: '03/14/2009', ADM_UPDATED_DTTM: '2026-11-20 22:04:05' });
});

it('a mapping belongs to the formats of its partner only', () => {
  expect(exportFormatsOf('northern-lakes')).toEqual(['csv', 'json', 'slate', 'banner', 'peoplesoft']);
  expect(exportFormatsOf('desert-sky')).toEqual(['csv', 'json', 'slate']);
});

const mappingOf = (column: MappedColumn, sex?: Translation): Mapping => ({
  ...{ partner: partner.id, extension: 'csv', hasHeader: true, timeZone: 'UTC' },
  dialect: { delimiter: ',', quotes: 'needed', lineEnd: '\n' },
  translations: sex === undefined ? {} : { sex },
  columns: [column],
});
const answered = (answers: Readonly<Record<string, string>>): ApplicationPackage => ({
  ...sample,
  answers: Object.fromEntries(Object.entries(answers).map(([key, value]) => [key, { value }])),
});
const cellOf = (mapping: Mapping, given: ApplicationPackage) => mappedColumns(mapping)[0]?.cell(given);
const sexColumn: MappedColumn = { title: 'SEX', source: 'answer', of: 'gender', translate: 'sex' };

it.each([
  ['keep', 'Q', 'Q'],
  ['empty', 'Q', ''],
  ['keep', 'F', '2'],
  ['error', 'F', '2'],
  ['keep', 'constructor', 'constructor'],
] as const)('with otherwise %s the code %s is written as %j', (otherwise, code, written) => {
  const mapping = mappingOf(sexColumn, { codes: { F: '2' }, otherwise });
  expect(cellOf(mapping, answered({ gender: code }))).toBe(written);
});

it('a code without a translation stops the file with its application, column and code if the mapping says so', () => {
  const mapping = mappingOf(sexColumn, { codes: { F: '2' }, otherwise: 'error' });
  expect(() => cellOf(mapping, answered({ gender: 'Q' }))).toThrow(MappingError);
  expect(() => cellOf(mapping, answered({ gender: 'Q' }))).toThrow(
    "NLU-7K4Q29XW, column SEX: the code 'Q' of gender has no translation in sex.",
  );
  expect(cellOf(mapping, answered({}))).toBe('');
});

it('a value that is no date stops the file', () => {
  const mapping = mappingOf({ title: 'BORN', source: 'answer', of: 'birth_date', date: 'MM/DD/YYYY' });
  expect(() => cellOf(mapping, answered({ birth_date: 'in spring' }))).toThrow(
    "NLU-7K4Q29XW, column BORN: 'in spring' is no date.",
  );
});

it.each([
  ['2027-01-15', 'DD-MON-YYYY', '15-JAN-2027'],
  ['2027-01-15', 'YYMMDD', '270115'],
  ['2027-01-15T03:04:05.678Z', 'MM/DD/YYYY HH24:MI:SS', '01/14/2027 22:04:05'],
  ['2027-07-01T04:30:00Z', 'YYYY-MM-DD HH24:MI', '2027-07-01 00:30'],
])('%s as %s is %s in Michigan', (text, mask, written) => {
  expect(formatDate(text, mask, 'America/Detroit')).toBe(written);
});

it.each(['DD-MMM-YYYY', 'yyyy-mm-dd', '', '-', 'DD.MM.YYYY um', 'YYYY4'])('%j is no date mask', (mask) => {
  expect(isDateMask(mask)).toBe(false);
});
