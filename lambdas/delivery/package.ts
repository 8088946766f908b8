import { dataModel, type Form, walk } from '../../shared/form/index.ts';
import {
  type ApplicationPackage,
  type PackagedAnswer,
  packageFormat,
} from '../../shared/package/application-package.ts';
import { formVersion } from '../../shared/package/form-version.ts';
import type { Partner } from '../../shared/partners/index.ts';
import { hidesFor } from '../../shared/questions/audiences.ts';
import { webStatuses } from '../../shared/rules/web-status.ts';
import { copyWithout } from '../application/audience-copy.ts';
import type { PdfKey } from '../aws/object-keys.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import type { Submission } from '../table/items.ts';

/** Facts of an application that its submission does not have. */
interface Circumstances {
  readonly sub: ApplicantId;
  /** The address of the account. */
  readonly username: string;
  readonly checklist?: ApplicationPackage['checklist'];
  readonly withdrawnAt?: string | undefined;
}

/** The key of a converted document, and its path in the package. */
interface PackagedFile {
  readonly from: PdfKey;
  readonly to: string;
}

/** True if the key stores the label of a choice. */
const isLabel = (key: string, answers: Submission['answers']): boolean =>
  key.endsWith('_desc') && key.slice(0, -'_desc'.length) in answers;

function packagedAnswer(key: string, answers: Submission['answers']): readonly [string, PackagedAnswer][] {
  const value = answers[key];
  if (value === undefined || value === '' || isLabel(key, answers)) return [];
  const label = answers[`${key}_desc`];
  return [[key, typeof label === 'string' && label !== '' ? { value, label } : { value }]];
}

/** The answers in form order. Answers to questions that the form no longer has come last. */
const answersOf = (form: Form, { answers }: Submission): ApplicationPackage['answers'] => {
  const keys = new Set([...dataModel(form).keys(), ...Object.keys(answers).sort()]);
  return Object.fromEntries([...keys].flatMap((key) => packagedAnswer(key, answers)));
};

const pathOf = (key: string) => `documents/${key}.pdf`;

/** The converted documents in the order of the form, each with the label of its question. */
function documentsOf(form: Form, { documents }: Submission) {
  const labels = new Map(
    walk(form).questions.map(({ key, question }) => [key, question.printLabel ?? question.label] as const),
  );
  return [...new Set([...labels.keys(), ...Object.keys(documents)])].flatMap((key) => {
    const { pdf_key, file_name = '' } = documents[key] ?? {};
    return pdf_key === undefined ? [] : [{ key, question: labels.get(key) ?? key, file_name, pdf_key }];
  });
}

/** A submission without the questions that the partner hides from its systems: the input of a package. */
export const submissionForSystems = (form: Form, partner: Partner, submission: Submission): Submission =>
  copyWithout(form, submission, hidesFor(partner, 'systems')).content;

/** The files of a package in addition to `application.json` and `application.pdf`. */
export const filesOf = (form: Form, submission: Submission): readonly PackagedFile[] =>
  documentsOf(form, submission).map(({ key, pdf_key }) => ({ from: pdf_key, to: pathOf(key) }));

/**
 * A submission as the university's systems receive it. It has all submitted answers, even to questions that
 * the form no longer has. `form` is the form at the time of submission.
 */
export const packageOf = (
  form: Form,
  submission: Submission,
  { sub, username, checklist, withdrawnAt }: Circumstances,
): ApplicationPackage => ({
  format: packageFormat,
  confirmation: submission.confirmation,
  submitted_at: submission.submitted_at,
  ...(submission.late && { late: submission.late }),
  applicant: { id: sub, email: username },
  form_version: formVersion(form),
  answers: answersOf(form, submission),
  counts: submission.counts,
  tabs: submission.tabs,
  documents: documentsOf(form, submission).map(({ key, question, file_name }) => ({
    ...{ key, question, file_name },
    pdf: pathOf(key),
  })),
  // Submitting also records every status that was not reached before.
  statuses: [...webStatuses],
  ...(checklist && { checklist }),
  ...(withdrawnAt !== undefined && { withdrawn_at: withdrawnAt }),
});
