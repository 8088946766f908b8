import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packageOf } from '../../../lambdas/delivery/package.ts';
import { applicantId } from '../../../lambdas/runtime/ids.ts';
import { type Dialect, delimitedLine } from '../../../shared/export/delimited.ts';
import { lineWriter } from '../../../shared/export/formats.ts';
import type { ApplicationPackage } from '../../../shared/package/application-package.ts';
import { application, complete } from '../../support/form.ts';
import { submissionOf } from '../../support/submission.ts';

const sub = applicantId.parse('5e8a4c1e-0000-4000-8000-000000000001');
const sample = packageOf(application, submissionOf(complete), { sub, username: 'ada@mail.example' });

const withAnswers = (answers: Readonly<Record<string, string>>): ApplicationPackage => ({
  ...sample,
  answers: Object.fromEntries(Object.entries(answers).map(([key, value]) => [key, { value }])),
});

/** The starts and signs that exports have altered or that break lines, before and after other text. */
const typed = fc
  .array(
    fc.oneof(
      fc.constantFrom(...['=', '+', '-', '@', '\t', '"', "'", ',', ';', '|', '\r', '\n', '\r\n']),
      fc.constantFrom(...['＝', '＋', '－', '＠', ' ', '\u00a0', '\u3000', '\uFEFF', '𝒜', '🎻', '王']),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

const keys = ['first_name', 'city', 'essay'];
const names = { partner: 'northern-lakes', keys, items: [], facts: [] };

it('a file for Slate has every answer byte by byte as it was typed', () => {
  const writer = lineWriter('slate', names);
  fc.assert(
    fc.property(typed, typed, typed, (first_name, city, essay) => {
      const file = Buffer.from(writer.head + writer.lineOf(withAnswers({ first_name, city, essay })));
      const rows: readonly Readonly<Record<string, string>>[] = parse(file, {
        columns: true,
        record_delimiter: '\r\n',
      });
      expect(rows).toHaveLength(1);
      expect(rows[0]).toMatchObject({ First: first_name, 'Permanent City': city, essay });
    }),
    { numRuns: 2_000 },
  );
});

it('a file of any delimiter, quoting and line end is read back cell by cell as it was typed', () => {
  const dialect: fc.Arbitrary<Dialect> = fc.record({
    delimiter: fc.constantFrom(',', ';', '|', '\t'),
    quotes: fc.constantFrom('needed' as const, 'all' as const),
    lineEnd: fc.constantFrom('\r\n', '\n'),
  });
  fc.assert(
    fc.property(dialect, fc.array(typed, { minLength: 2, maxLength: 5 }), (form, cells) => {
      const read = parse(Buffer.from(delimitedLine(cells, form)), {
        delimiter: form.delimiter,
        record_delimiter: form.lineEnd,
      });
      expect(read).toEqual([cells]);
    }),
    { numRuns: 2_000 },
  );
});
