import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copyWithout } from '../../lambdas/application/audience-copy.ts';
import { pdfKey, uploadKey } from '../../lambdas/aws/object-keys.ts';
import { packageOf, submissionForSystems } from '../../lambdas/delivery/package.ts';
import { applicantId, uploadId } from '../../lambdas/runtime/ids.ts';
import type { Submission } from '../../lambdas/table/items.ts';
import { exportKeys } from '../../shared/export/columns.ts';
import { lineWriter } from '../../shared/export/formats.ts';
import { dataModel, printLines, walk, withoutQuestions } from '../../shared/form/index.ts';
import { applicationPackage } from '../../shared/package/application-package.ts';
import { factsOf } from '../../shared/questions/facts.ts';
import { application, complete, completeAnswers, everyBlock, partner } from '../support/form.ts';
import { submissionOf } from '../support/submission.ts';

const { questions } = walk(application);
const names = questions.map(({ key }) => key);

/** A value that occurs nowhere else. */
const sentinel = (key: string) => `«${key}»`;

const document = (key: string): Submission['documents'][string] => ({
  gen: uploadId.parse(sentinel(key)),
  object_key: uploadKey.parse(`uploads/1-applicant/${key}/gen`),
  ...{ uploaded: true, requested: true, status: 'COMPLETED', file_name: sentinel(`${key}.pdf`) },
  pdf_key: pdfKey.parse(`documents/1-applicant/${key}/gen.pdf`),
});

/**
 * Every key of the form with a unique value. Answers that decide what the form shows keep their codes.
 */
const read = new Set(
  questions.flatMap(({ rules }) =>
    rules.flatMap((rule) => (rule.on === 'answer' ? [rule.condition.key] : [])),
  ),
);
const marked: Submission = {
  ...submissionOf(complete),
  answers: Object.fromEntries(
    [...dataModel(application)].map(([key, { type }]) => {
      const own = completeAnswers[key] ?? '';
      if (type === 'boolean') return [key, own === true];
      return [key, type === 'marker' || read.has(key) ? String(own) : sentinel(key)];
    }),
  ),
  documents: Object.fromEntries(
    questions.flatMap(({ key, question }) => (question.kind === 'document' ? [[key, document(key)]] : [])),
  ),
  counts: everyBlock,
};

const storedUnder = (hidden: readonly string[]) =>
  questions.filter(({ key }) => hidden.includes(key)).flatMap(({ keys }) => keys);

describe('a copy of an application without hidden questions', () => {
  it('has neither a key nor a value of a hidden question, and prints none', () => {
    fc.assert(
      fc.property(fc.subarray(names, { minLength: 1, maxLength: 8 }), (hides) => {
        const { content, form, hidden } = copyWithout(application, marked, hides);
        expect(hidden).toEqual(expect.arrayContaining([...hides]));
        const printed = JSON.stringify(printLines(form, content));
        const text = JSON.stringify(content);
        for (const key of storedUnder(hidden)) {
          expect(content.answers).not.toHaveProperty([key]);
          expect(content.documents).not.toHaveProperty([key]);
          expect(text).not.toContain(`"${key}"`);
          for (const value of [sentinel(key), sentinel(`${key}.pdf`)]) {
            expect(text).not.toContain(value);
            expect(printed).not.toContain(value);
          }
          expect(printed).not.toContain(`"key":"${key}"`);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('has no answer to a question that the form no longer has, which may be a hidden one', () => {
    const old = { ...marked, answers: { ...marked.answers, race_former: true } };
    expect(copyWithout(application, old, ['race']).content.answers).not.toHaveProperty('race_former');
    expect(copyWithout(application, old, []).content.answers).toHaveProperty('race_former');
  });

  it('does not tell how many hidden blocks there are', () => {
    const { content } = copyWithout(application, marked, ['Parents or guardians']);
    expect(copyWithout(application, marked, ['gender']).content.counts).toHaveProperty('parent');
    expect(withoutQuestions(application, ['Parents or guardians']).hidden.length).toBeGreaterThan(10);
    expect(content.counts).not.toHaveProperty('parent');
  });

  it('has no fact from a hidden answer', () => {
    const answers = { ...completeAnswers, birth_date: '2024-02-03' };
    const stored: Submission = {
      ...submissionOf(complete),
      answers: { ...submissionOf(complete).answers, ...answers },
    };
    const { content } = copyWithout(application, stored, ['birth_date']);
    const facts = factsOf(content.answers, { username: '', timeZone: partner.timeZone });
    expect(facts.map(({ label }) => label)).not.toContain('Date of birth');
  });
});

describe('a package for systems that do not see some questions', () => {
  it('is valid, and has neither their keys nor their documents', () => {
    const strict = { ...partner, copies: { systems: { hides: ['race', 'Legal questions'] } } };
    const who = { sub: applicantId.parse('1-applicant'), username: 'ada@example.edu' };
    const whole = packageOf(application, submissionForSystems(application, partner, marked), who);
    const shown = packageOf(application, submissionForSystems(application, strict, marked), who);
    expect(whole).toEqual(packageOf(application, marked, who));
    expect(applicationPackage.parse(shown)).toEqual(shown);
    expect(JSON.stringify(shown)).not.toMatch(/race_|felony|conviction/);
    expect(Object.keys(shown.answers)).toContain('gender');
    expect(shown.form_version).toBe(whole.form_version);
    const { head, lineOf } = lineWriter('csv', {
      ...{ partner: partner.id, keys: exportKeys(application), items: [], facts: [] },
    });
    const row = (each: typeof shown): Readonly<Record<string, string>> =>
      Object(parse(head + lineOf(each), { bom: true, columns: true, record_delimiter: '\r\n' })[0]);
    expect(Object.keys(row(shown))).toEqual(Object.keys(row(whole)));
    expect(row(whole)).toMatchObject({ race_asian: 'true', felony: 'Y' });
    expect(row(shown)).toMatchObject({ race_asian: '', felony: '', felony_comment: '' });
  });
});
