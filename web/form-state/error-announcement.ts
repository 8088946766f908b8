import { type BlockingNotice, type ValidationErrors, walk } from '../../shared/form/index.ts';
import { bareLabelPrefix, isBareLabel } from '../ui/error-messages.tsx';
import { partnerForm } from './partner-form.ts';

const questionAt = (key: string) => walk(partnerForm()).byErrorKey.get(key)?.question;

const asSentence = (key: string, message: string): string =>
  (isBareLabel(message, questionAt(key)) ? bareLabelPrefix : '') + message.replace(/[^.?!]$/, '$&.');

/**
 * One announcement for several new errors, so that screen readers do not interrupt one with the next. Empty
 * for a single error of a field, which the field announces itself. Blocking notices have no field, so they
 * are always included.
 */
export function announcementOf(
  previous: ValidationErrors,
  current: ValidationErrors,
  newNotices: readonly BlockingNotice[],
): string {
  const newMessages = Object.entries(current).flatMap(([key, messages]) =>
    messages
      .filter((message) => !previous[key]?.includes(message))
      .map((message) => asSentence(key, message)),
  );
  const noticeSentences = newNotices.map(({ key, text }) => asSentence(key, text));
  if (noticeSentences.length === 0 && newMessages.length <= 1) return '';
  return [...new Set([...noticeSentences, ...newMessages])].join(' ');
}
