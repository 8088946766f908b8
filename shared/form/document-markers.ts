import { type Answers, answeredMarker } from './answers.ts';
import type { Form } from './form.ts';
import { createVisibilityCheck, type FormState } from './visibility.ts';
import { walk } from './walk.ts';

/**
 * The answers with the marker of each converted document. A visible document question counts as answered only
 * when its file is converted, whatever the page saved. An upload whose question is hidden does not count.
 */
export function withDocumentMarkers(form: Form, state: FormState, converted: ReadonlySet<string>): Answers {
  const { answers } = state;
  const areRulesMet = createVisibilityCheck(state);
  const documentQuestions = walk(form).questions.filter(({ question }) => question.kind === 'document');
  const attached = new Set(
    documentQuestions
      .filter(({ key, rules }) => converted.has(key) && areRulesMet(rules))
      .map(({ key }) => key),
  );
  const markers = documentQuestions
    .filter(({ key }) => attached.has(key) || answers[key] !== undefined)
    .map(({ key }) => [key, attached.has(key) ? answeredMarker : '']);
  return { ...answers, ...Object.fromEntries(markers) };
}
