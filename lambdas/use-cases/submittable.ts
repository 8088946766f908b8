import {
  type Answers,
  answeredMarker,
  clearHiddenAnswers,
  type Form,
  withDocumentMarkers,
  withOptionLabels,
} from '../../shared/form/index.ts';
import type { ApplicationRecord } from '../store/application.ts';
import { attachedDocuments } from '../store/attached-documents.ts';
import type { Submission } from '../store/items.ts';
import { definedOnly } from './parse-answers.ts';

/** The content of an application. */
export type ApplicationContent = Pick<Submission, 'answers' | 'counts' | 'tabs' | 'documents'>;

const converted = ({ documents }: ApplicationRecord): ReadonlySet<string> =>
  new Set(attachedDocuments(documents).map(([key]) => key));

/** The answers as shown to the applicant, with a marker for each existing file. */
export const answersForApplicant = (form: Form, stored: ApplicationRecord): Answers =>
  withDocumentMarkers(form, stored, converted(stored));

/**
 * An application as it would be submitted: without answers and files hidden by its own choices, and with the
 * form's labels for its choices.
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

/**
 * An application as shown to staff and in the PDF: the submission, or the content that the draft would
 * submit.
 */
export const contentForStaff = (form: Form, stored: ApplicationRecord): ApplicationContent =>
  stored.submission ?? contentToSubmit(form, stored);
