import {
  type Answers,
  answeredMarker,
  clearHiddenAnswers,
  type Form,
  withDocumentMarkers,
  withOptionLabels,
} from '../../shared/form/index.ts';
import type { StoredApplication } from '../store/application.ts';
import { isConverted } from '../store/documents.ts';
import type { Submission } from '../store/items.ts';
import { definedOnly } from './parse-answers.ts';

/** What an application says. */
export type ApplicationContent = Pick<Submission, 'answers' | 'counts' | 'tabs' | 'documents'>;

const converted = ({ documents }: StoredApplication): ReadonlySet<string> =>
  new Set([...documents].filter(([, document]) => isConverted(document)).map(([key]) => key));

/** The answers as their owner reads them: files that are there, and no other. */
export const answersForApplicant = (form: Form, stored: StoredApplication): Answers =>
  withDocumentMarkers(form, stored, converted(stored));

/**
 * An application as it would be submitted: without answers and files that its own choices have hidden (form
 * specification, point 4), and with the form's words beside its choices.
 */
export function contentToSubmit(form: Form, stored: StoredApplication): ApplicationContent {
  const { counts, tabs } = stored;
  const kept = clearHiddenAnswers(form, { answers: answersForApplicant(form, stored), counts, tabs });
  const documents = [...stored.documents].filter(([key]) => kept[key] === answeredMarker);
  return {
    answers: { ...definedOnly(withOptionLabels(form, kept)) },
    counts,
    tabs,
    documents: Object.fromEntries(documents),
  };
}

/** An application as staff and paper read it: what was submitted, or what a draft would submit (decision D-88). */
export const contentForStaff = (form: Form, stored: StoredApplication): ApplicationContent =>
  stored.submission ?? contentToSubmit(form, stored);
