import { type BlockingNotice, errorKey, type ValidationErrors, walk } from '../../shared/form/index.ts';
import { bareLabelPrefix, isBareLabel } from '../ui/error-messages.tsx';
import { partnerForm } from './partner-form.ts';

const requiredAt = (key: string): string | undefined =>
  walk(partnerForm()).questions.find(({ key: declared, question }) => errorKey(declared, question) === key)
    ?.question.required;

const aloud = (key: string, message: string): string =>
  (isBareLabel(message, requiredAt(key)) ? bareLabelPrefix : '') + message.replace(/[^.?!]$/, '$&.');

/**
 * What several messages that come at once say as one, so that they do not speak over each other. A single one of a field
 * is left to the field; what stops the form from being sent has no field, and is always said here.
 */
export function announcementOf(
  before: ValidationErrors,
  found: ValidationErrors,
  newStops: readonly BlockingNotice[],
): string {
  const fresh = Object.entries(found).flatMap(([key, messages]) =>
    messages.filter((message) => !before[key]?.includes(message)).map((message) => aloud(key, message)),
  );
  const stopped = newStops.map(({ key, text }) => aloud(key, text));
  if (stopped.length === 0 && fresh.length <= 1) return '';
  return [...new Set([...stopped, ...fresh])].join(' ');
}
