import type { Form } from './form.ts';
import { type Answers, answeredMarker } from './question.ts';
import { passing, type Standing } from './standing.ts';
import { walk } from './walk.ts';

/**
 * The answers with their documents: a document question that shows is answered by a converted upload and by nothing
 * else, whatever a page saved (platform specification, point 3). An upload whose question is hidden answers nothing.
 */
export function withDocuments(form: Form, standing: Standing, converted: ReadonlySet<string>): Answers {
  const { answers } = standing;
  const passes = passing(standing);
  const asked = walk(form).questions.filter(({ question }) => question.kind === 'document');
  const attached = new Set(
    asked.filter(({ key, guards }) => converted.has(key) && passes(guards)).map(({ key }) => key),
  );
  const markers = asked
    .filter(({ key }) => attached.has(key) || answers[key] !== undefined)
    .map(({ key }) => [key, attached.has(key) ? answeredMarker : '']);
  return { ...answers, ...Object.fromEntries(markers) };
}
