import {
  type Form,
  type FormState,
  type PrintLine,
  printedSections,
  printLines,
  progress,
  validate,
  walk,
  withoutQuestions,
  withoutUnansweredOptional,
} from '../../shared/form/index.ts';
import { deadlineAt } from '../../shared/partners/deadlines.ts';
import { nextStepsOf } from '../../shared/partners/next-steps.ts';
import { privateQuestions } from '../../shared/questions/private-questions.ts';
import { now, today } from '../runtime/clock.ts';
import type { ApplicationRecord } from '../store/application.ts';
import { sentDocuments } from '../store/attached-documents.ts';
import type { StoredDocument } from '../store/items.ts';
import { currentPartner } from '../store/settings.ts';
import { copyWithout } from './audience-copy.ts';
import { partnerForm } from './form.ts';
import { answersForApplicant, contentForStaff } from './submittable.ts';

// An application as other people see it through a link of the applicant.

type Documents = Readonly<Record<string, StoredDocument>>;

/** A line of the print view. Of a document, only the file's name is shown. */
function sharedLine(line: PrintLine, documents: Documents) {
  if (line.kind === 'section') return [];
  if (line.kind === 'notice') return [{ label: 'Note', text: line.text, is_answered: true, options: [] }];
  const { key, label, text, answered: is_answered } = line;
  if (line.kind === 'document')
    return [{ label, text: documents[key]?.file_name ?? text, is_answered, options: [] }];
  const options = (line.options ?? []).map(({ label: option, chosen }) => ({ label: option, chosen }));
  return [{ label, text, is_answered, options }];
}

/** The print view without the private questions, and without optional questions that are not answered. */
export function sharedPages(stored: ApplicationRecord) {
  const whole = partnerForm();
  const { form, content } = copyWithout(whole, contentForStaff(whole, stored), privateQuestions(whole));
  const { documents, ...state } = content;
  return withoutUnansweredOptional(form, state, printLines(form, state)).pages.map(({ label, lines }) => ({
    label,
    sections: printedSections(lines).map(({ title, isInner, lines: inSection }) => ({
      title,
      is_inner: isInner,
      lines: inSection.flatMap((line) => sharedLine(line, documents)),
    })),
  }));
}

/** The sections with private questions. A number of missing answers would tell if an explanation is asked. */
function privateSections(form: Form): ReadonlySet<string> {
  const hidden = new Set(withoutQuestions(form, privateQuestions(form)).hidden);
  return new Set(walk(form).questions.flatMap(({ key, section }) => (hidden.has(key) ? [section] : [])));
}

/** The pages and sections of a draft in which required answers are missing, without any answer. */
export function unfinishedPages(stored: ApplicationRecord) {
  if (stored.submission !== undefined) return [];
  const form = partnerForm();
  const { counts, tabs } = stored;
  const state: FormState = { answers: answersForApplicant(form, stored), counts, tabs };
  const errors = validate(form, state, { today: today() });
  const uncounted = privateSections(form);
  return form.pages.flatMap(({ path, label }) => {
    const sections = [...progress(form, path, state, errors)].flatMap(([title, { required, answered }]) => {
      const left = required - answered;
      return left > 0 ? [{ title, left: uncounted.has(title) ? null : left }] : [];
    });
    return sections.length > 0 ? [{ label, sections }] : [];
  });
}

/** The deadline that applies to a draft, or null. */
export async function sharedDeadline({ submission }: ApplicationRecord) {
  const deadline = submission === undefined ? deadlineAt(await currentPartner(), now()) : undefined;
  return deadline === undefined ? null : { label: deadline.label, at: new Date(deadline.at).toISOString() };
}

/** The checklist items that this applicant needs, with their status. A withdrawn application needs none. */
export async function sharedItems(stored: ApplicationRecord) {
  const { submission, answers, checklist, documents, withdrawnAt } = stored;
  if (withdrawnAt !== undefined) return [];
  const sent = sentDocuments(documents);
  const steps = nextStepsOf(await currentPartner(), submission?.answers ?? answers, checklist.received);
  return steps.flatMap(({ title, status, uploadItem }) => {
    if (uploadItem !== undefined && sent[uploadItem] !== undefined)
      return [{ title, status: 'Copy sent. Not yet checked.' }];
    return status === undefined ? [] : [{ title, status }];
  });
}
