import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pdfKey, uploadKey } from '../../lambdas/aws/object-keys.ts';
import { filesOf, packageOf } from '../../lambdas/delivery/package.ts';
import { applicantId, uploadId } from '../../lambdas/runtime/ids.ts';
import type { Submission } from '../../lambdas/table/items.ts';
import { applicationPackage } from '../../shared/package/application-package.ts';
import { formVersion } from '../../shared/package/form-version.ts';
import { applicationOf } from '../../shared/questions/index.ts';
import { validApplication } from '../support/applications.ts';
import { application, complete, partner, today } from '../support/form.ts';
import { desertSky } from '../support/second-partner.ts';
import { submissionOf } from '../support/submission.ts';

const who = { sub: applicantId.parse('1-applicant'), username: 'ada@example.edu' };

const converted = (key: string, file_name: string): Submission['documents'][string] => ({
  gen: uploadId.parse('gen'),
  object_key: uploadKey.parse(`uploads/1-applicant/${key}/gen`),
  ...{ uploaded: true, requested: true, status: 'COMPLETED', file_name },
  pdf_key: pdfKey.parse(`documents/1-applicant/${key}/gen.pdf`),
});

const packaged = (submission: Submission) => packageOf(application, submission, who);

describe('the package of a submission', () => {
  it('leaves out questions without an answer and keeps answers that the form no longer asks', () => {
    const answers = { first_name: 'Ada', middle_name: '', old_question: 'X', old_question_desc: 'An X' };
    expect(packaged(submissionOf({ answers })).answers).toEqual({
      first_name: { value: 'Ada' },
      old_question: { value: 'X', label: 'An X' },
    });
  });

  it('has every answer of any application once, and each label next to its code', () => {
    fc.assert(
      fc.property(validApplication(application, today), (state) => {
        const submission = submissionOf(state);
        const { answers } = applicationPackage.parse(JSON.parse(JSON.stringify(packaged(submission))));
        const stored = Object.fromEntries(
          Object.entries(answers).flatMap(([key, { value, label }]) => [
            [key, value],
            ...(label === undefined ? [] : [[`${key}_desc`, label]]),
          ]),
        );
        expect(stored).toEqual(
          Object.fromEntries(Object.entries(submission.answers).filter(([, value]) => value !== '')),
        );
      }),
      { numRuns: 50 },
    );
  });

  it('lists the converted documents in the order of the form, with where each one lies', () => {
    const submission = submissionOf(complete, {
      felony_document: converted('felony_document', 'letter.docx'),
      activities_document: converted('activities_document', 'résumé.pdf'),
    });
    expect(packaged(submission).documents).toEqual([
      {
        ...{ key: 'activities_document', question: 'Résumé of activities', file_name: 'résumé.pdf' },
        pdf: 'documents/activities_document.pdf',
      },
      {
        ...{ key: 'felony_document', question: expect.any(String), file_name: 'letter.docx' },
        pdf: 'documents/felony_document.pdf',
      },
    ]);
    expect(filesOf(application, submission)).toEqual([
      {
        from: 'documents/1-applicant/activities_document/gen.pdf',
        to: 'documents/activities_document.pdf',
      },
      { from: 'documents/1-applicant/felony_document/gen.pdf', to: 'documents/felony_document.pdf' },
    ]);
    expect(packaged(submissionOf(complete)).documents).toEqual([]);
  });
});

describe('the version of a form', () => {
  it('stays when the year changes, and differs between universities that ask something else', () => {
    expect(formVersion(application)).toMatch(/^[0-9a-f]{16}$/);
    expect(formVersion(applicationOf(partner, '2027-02-01'))).toBe(formVersion(application));
    expect(formVersion(applicationOf(desertSky, today))).not.toBe(formVersion(application));
  });
});
