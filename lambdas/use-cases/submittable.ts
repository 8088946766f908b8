import {
  type Answers,
  answeredMarker,
  clearHiddenAnswers,
  type Form,
  withDocumentMarkers,
  withOptionLabels,
} from '../../shared/form/index.ts';
import type { ApplicationRecord } from '../store/application.ts';
import { attachedDocuments } from '../store/documents.ts';
import type { Submission } from '../store/items.ts';
import { definedOnly } from './parse-answers.ts';

/** What an application contains. */
export type ApplicationContent = Pick<Submission, 'answers' | 'counts' | 'tabs' | 'documents'>;

const converted = ({ documents }: ApplicationRecord): ReadonlySet<string> =>
  new Set(attachedDocuments(documents).map(([key]) => key));

/** The answers as the applicant reads them, with a marker for each file that exists. */
export const answersForApplicant = (form: Form, stored: ApplicationRecord): Answers =>
  withDocumentMarkers(form, stored, converted(stored));

/**
 * An application as it would be submitted: without the answers and files that its own choices have hidden, and with
 * the form's labels beside its choices.
 */
export function contentToSubmit(form: Form, stored: ApplicationRecord): ApplicationContent {
  const { counts, tabs } = stored;
  const kept = clearHiddenAnswers(form, { answers: answersForApplicant(form, stored), counts, tabs });
  const documents = attachedDocuments(stored.documents).filter(([key]) => kept[key] === answeredMarker);
  return {
    answers: { ...definedOnly(withOptionLabels(form, kept)) },
    counts,
    tabs,
    documents: Object.fromEntries(documents),
  };
}

/** An application as staff and the PDF show it: the submission, or what the draft would submit. */
export const contentForStaff = (form: Form, stored: ApplicationRecord): ApplicationContent =>
  stored.submission ?? contentToSubmit(form, stored);
