import { errorKey, type PlacedQuestion, walk } from '../../shared/form/index.ts';
import { partnerForm } from '../form-state/partner-form.ts';

interface Message {
  readonly key: string;
  readonly message: string;
}

const isTwice = (among: readonly string[], each: string): boolean =>
  among.indexOf(each) !== among.lastIndexOf(each);

const questionAt = (key: string): PlacedQuestion | undefined =>
  walk(partnerForm()).questions.find((placed) => errorKey(placed.key, placed.question) === key);

/**
 * Says what a message is about where the same words stand more than once, so that their links can be told apart: its
 * question, and where two of those are called alike ('State'), the part of the form as well.
 */
export function withLocations<M extends Message>(
  messages: readonly M[],
): readonly (M & { readonly place: string })[] {
  const words = messages.map(({ message }) => message);
  const named = messages.map((each) => {
    const found = isTwice(words, each.message) ? questionAt(each.key) : undefined;
    return { each, found, label: found === undefined ? '' : `${each.message} ${found.question.label}` };
  });
  const labels = named.map(({ label }) => label);
  return named.map(({ each, found, label }) => {
    if (found === undefined) return { ...each, place: '' };
    const part = isTwice(labels, label) ? `${found.part || found.section}: ` : '';
    return { ...each, place: part + found.question.label };
  });
}
