import { type PlacedQuestion, pageOf, type ValidationErrors, walk } from '../../shared/form/index.ts';
import { missingDateMessage } from '../form-state/errors.ts';
import { partnerForm } from '../form-state/partner-form.ts';
import { defaultPath } from '../session/paths.ts';

/** A link to the field of an error. */
export interface ErrorLink {
  readonly key: string;
  /** The path of the page with the field. */
  readonly page: string;
  readonly message: string;
  /** The question as shown above the field; for a notice without a question, the message. */
  readonly question: string;
  /**
   * Details shown next to the message: its question if the message does not name it, and missing parts of a
   * date.
   */
  readonly detail: string;
}

const questionAt = (key: string): PlacedQuestion | undefined => walk(partnerForm()).byErrorKey.get(key);

const words = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** True if the message identifies its question. The message of a checkbox always does. */
const namesQuestion = (message: string, { question }: PlacedQuestion): boolean =>
  question.kind === 'checkbox' || words(message).includes(words(question.label));

const detailOf = (message: string, placed: PlacedQuestion | undefined): string =>
  placed === undefined || namesQuestion(message, placed) ? '' : placed.question.label;

const isRepeated = (texts: readonly string[], text: string): boolean =>
  texts.indexOf(text) !== texts.lastIndexOf(text);

/** Adds the part of the form if two links would still look the same, such as two states. */
function distinct(links: readonly ErrorLink[]): readonly ErrorLink[] {
  const shown = links.map(({ message, detail }) => `${message} ${detail}`);
  return links.map((link, index) => {
    const placed = questionAt(link.key);
    if (placed === undefined || !isRepeated(shown, shown[index] ?? '')) return link;
    const place = placed.part || placed.section;
    return { ...link, detail: [place, link.detail].filter(Boolean).join(': ') };
  });
}

/** The links to all errors, in the order of the form. No two look the same. */
export function errorLinks(errors: ValidationErrors): readonly ErrorLink[] {
  const links = Object.entries(errors).flatMap(([key, messages]) => {
    const placed = questionAt(key);
    return [...new Set(messages)].map((message) => ({
      key,
      page: pageOf(partnerForm(), key) ?? defaultPath,
      message,
      question: placed?.question.label ?? message,
      detail: detailOf(message, placed),
    }));
  });
  return distinct(links).map((link) => ({
    ...link,
    detail: [link.detail, missingDateMessage(link.key)].filter(Boolean).join(': '),
  }));
}
