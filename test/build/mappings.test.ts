import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { mappingErrors } from '../../scripts/build/mappings.ts';
import { root } from '../../scripts/build/root.ts';

const folder = mkdtempSync(join(tmpdir(), 'mappings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sample = readFileSync(join(root, 'shared/partners/mappings/banner.yaml'), 'utf8');

/** The errors of a file, from the file's name on. */
function errorsOf(content: string, name = 'other.yaml'): readonly string[] {
  const own = mkdtempSync(join(folder, 'm-'));
  writeFileSync(join(own, name), content);
  return mappingErrors(own).map((error) => error.slice(error.indexOf(name)));
}

/** The errors after a change of the sample, and the line of the change. */
function changed(from: string, to: string) {
  expect(sample).toContain(from);
  const line = sample.slice(0, sample.indexOf(from)).split('\n').length;
  return { line, errors: errorsOf(sample.replace(from, to)) };
}

it('the mappings of the repository are valid, and their generated file is current', () => {
  expect(mappingErrors()).toEqual([]);
});

it.each([
  [
    'answer: last_name',
    'answer: lastname',
    "columns.0.answer: 'lastname' is no key of the form. npx matricula staff dictionary lists the keys.",
  ],
  [
    'receipt: account_email',
    'receipt: email',
    "columns.24.receipt: 'email' is unknown. There are: application_id,",
  ],
  [
    'checklist: transcript',
    'checklist: grades',
    "columns.30.checklist: 'grades' is no checklist item. There are: transcript, test-scores, fafsa.",
  ],
  ['F: F, M: M', 'F: F, Q: M', "translations.sex.codes.Q: 'Q' is no code of gender. There are: F, M, X, N."],
  [
    'SPRIDEN_FIRST_NAME',
    'SPRIDEN_LAST_NAME',
    "columns.1.title: 'SPRIDEN_LAST_NAME' is the title of two columns.",
  ],
  [
    'otherwise: error # ends',
    'otherwise: stop # ends',
    'translations.sex.otherwise: one of keep, empty, error.',
  ],
  [
    'translate: nation',
    'translate: nations',
    "columns.15.translate: 'nations' is not in translations. Add it there.",
  ],
  [
    'answer: last_name',
    'answer: last_name, translate: sex',
    'columns.0.translate: only answers to choices and checkboxes have codes.',
  ],
  [
    'answer: last_name',
    'answer: last_name, date: YYYY',
    'columns.0.date: only dates, checklist items and submitted_at have a date mask.',
  ],
  ['date: DD-MON-YYYY', 'date: dd.mm.yyyy', 'columns.5.date: a date mask has YYYY, YY, MON,'],
  ['answer: last_name', 'answr: last_name', 'columns.0.answr: unknown: answr. It may have: title, answer,'],
  [
    'answer: last_name',
    'answer: last_name, fixed: x',
    'columns.0: name one source: answer, receipt, checklist, fixed.',
  ],
  ['delimiter: comma', 'delimiter: ","', 'file.delimiter: one of comma, semicolon, pipe, tab.'],
  [
    'timeZone: America/Detroit',
    'timeZone: EST5',
    'file.timeZone: a time zone is written America/New_York or UTC.',
  ],
  ['partner: northern-lakes', 'partner: lakes', "partner: 'lakes' is no partner. There are: northern-lakes."],
  ['header: yes', 'header: yes\n  header: no', 'Map keys must be unique'],
])('%j changed to %j is reported with its line and the reason', (from, to, message) => {
  const { line, errors } = changed(from, to);
  const at = /\n/.test(to) ? line + 1 : line;
  expect(errors.find((error) => error.startsWith(`other.yaml:${at}: ${message}`)) ?? errors).toEqual(
    expect.any(String),
  );
});

it('the example of the documentation is a valid mapping', () => {
  const page = readFileSync(join(root, 'docs/integrations.md'), 'utf8');
  const [, example = ''] = /```yaml\n(partner: .*?)```/s.exec(page) ?? [];
  expect(example).toContain('columns:');
  expect(errorsOf(example)).toEqual([]);
});

it('an option without a translation is reported if it would stop an export', () => {
  const { errors, line } = changed('X: N, N: N', 'X: N');
  expect(errors).toEqual([
    `other.yaml:${line}: translations.sex.codes: no translation of N. Add it, or choose otherwise: keep or empty.`,
  ]);
});

it('a translation that does not decide about other codes is reported', () => {
  const { errors, line } = changed('otherwise: keep # the form', '# the form');
  expect(errors).toEqual([
    `other.yaml:${line - 2}: translations.nation.otherwise: one of keep, empty, error.`,
  ]);
});

it('a translation that no column uses is reported', () => {
  const { errors } = changed('answer: gender, translate: sex', 'answer: gender');
  expect(errors).toEqual([expect.stringMatching(/^other\.yaml:\d+: translations\.sex: no column uses it\./)]);
});

it('a mapping may be JSON, and its codes stay text', () => {
  const mapping = {
    partner: 'northern-lakes',
    translations: { sex: { codes: { F: '01', M: '02', X: 'NO', N: '0x1' }, otherwise: 'error' } },
    columns: [{ title: 'SEX', answer: 'gender', translate: 'sex' }],
  };
  expect(errorsOf(JSON.stringify(mapping, null, 2), 'json-mapping.json')).toEqual([]);
});

it.each(['csv.yaml', 'Banner.yaml', 'notes.txt'])('a file called %s is reported', (name) => {
  expect(errorsOf(sample, name)[0]).toContain(`${name}:1: name the file after the format`);
});

it('a file that is no YAML is reported with its line', () => {
  expect(errorsOf('partner: northern-lakes\ncolumns: [\n')[0]).toMatch(/^other\.yaml:\d+: /);
  expect(errorsOf('')[0]).toMatch(/^other\.yaml:1: may have: partner/);
});
