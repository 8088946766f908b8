import { type Form, walk } from '../form/index.ts';
import { legalTitle } from './final-steps/legal.ts';

/**
 * Keys of questions and titles of sections that no link of an applicant shows: everyone with the link can
 * read the rest. Questions that depend on these are hidden too.
 */
const privateNames: readonly string[] = ['alien_registration_number', legalTitle];

/** The same for one form, with its questions for Social Security numbers. */
export const privateQuestions = (form: Form): readonly string[] => [
  ...privateNames,
  ...walk(form).questions.flatMap(({ key, question }) => (question.kind === 'ssn' ? [key] : [])),
];
