import { type Answers, answeredMarker } from './answers.ts';
import type { Form } from './form.ts';
import { type FormState, visibilityIn } from './visibility.ts';
import { walk } from './walk.ts';

/**
 * The answers with their documents: a document question that shows is answered by a converted upload and by nothing
 * else, whatever a page saved (platform specification, point 3). An upload whose question is hidden answers nothing.
 */
export function withDocumentMarkers(form: Form, state: FormState, converted: ReadonlySet<string>): Answers {
  const { answers } = state;
  const passes = visibilityIn(state);
  const asked = walk(form).questions.filter(({ question }) => question.kind === 'document');
  const attached = new Set(
    asked.filter(({ key, rules }) => converted.has(key) && passes(rules)).map(({ key }) => key),
  );
  const markers = asked
    .filter(({ key }) => attached.has(key) || answers[key] !== undefined)
    .map(({ key }) => [key, attached.has(key) ? answeredMarker : '']);
  return { ...answers, ...Object.fromEntries(markers) };
}
