import { errorKey, type PlacedQuestion, walk } from '../../shared/form/index.ts';
import { partnerForm } from '../form-state/partner-form.ts';

interface Message {
  readonly key: string;
  readonly message: string;
}

const isRepeated = (texts: readonly string[], text: string): boolean =>
  texts.indexOf(text) !== texts.lastIndexOf(text);

const questionAt = (key: string): PlacedQuestion | undefined =>
  walk(partnerForm()).questions.find((placed) => errorKey(placed.key, placed.question) === key);

/**
 * Adds the location to messages with the same text, so that their links can be told apart: the question's label, and
 * where two of those are the same ('State'), also the part of the form.
 */
export function withLocations<M extends Message>(
  messages: readonly M[],
): readonly (M & { readonly location: string })[] {
  const messageTexts = messages.map(({ message }) => message);
  const candidates = messages.map((message) => {
    const placed = isRepeated(messageTexts, message.message) ? questionAt(message.key) : undefined;
    return {
      message,
      placed,
      label: placed === undefined ? '' : `${message.message} ${placed.question.label}`,
    };
  });
  const labels = candidates.map(({ label }) => label);
  return candidates.map(({ message, placed, label }) => {
    if (placed === undefined) return { ...message, location: '' };
    const part = isRepeated(labels, label) ? `${placed.part || placed.section}: ` : '';
    return { ...message, location: part + placed.question.label };
  });
}
