import type { Form } from './form.ts';
import type { PrintedPage, PrintLine } from './print-lines.ts';
import { isRequired } from './validation.ts';
import type { FormState } from './visibility.ts';
import { type PlacedQuestion, walk } from './walk.ts';

/**
 * Without headings that have nothing below them. Read from the end, a heading is kept when a line came before
 * it.
 */
function withoutEmptySections(lines: readonly PrintLine[]): readonly PrintLine[] {
  const kept: PrintLine[] = [];
  let [isInnerUsed, isOuterUsed] = [false, false];
  for (const line of lines.toReversed()) {
    const isHeading = line.kind === 'section';
    const isInner = isHeading && line.inner === true;
    if (!isHeading || (isInner ? isInnerUsed : isOuterUsed)) kept.push(line);
    isInnerUsed = !isHeading;
    isOuterUsed = !isHeading || (isInner && isOuterUsed);
  }
  return kept.toReversed();
}

/** A lone checkbox that is not checked says no, which is an answer. */
const isAlwaysShown = ({ question }: PlacedQuestion, answers: FormState['answers']): boolean =>
  question.kind === 'checkbox' || isRequired(question, answers);

interface Shortened {
  readonly pages: readonly PrintedPage[];
  /** The questions that were left out, under their headings. */
  readonly blank: readonly PrintedPage[];
  /** The number of questions that were left out. */
  readonly leftOut: number;
}

/** Printed pages of an application without the questions that were not answered and need no answer. */
export function withoutUnansweredOptional(
  form: Form,
  { answers }: Pick<FormState, 'answers'>,
  pages: readonly PrintedPage[],
): Shortened {
  const shown = walk(form).questions.filter((placed) => isAlwaysShown(placed, answers));
  const keys = new Set(shown.map(({ key }) => key));
  const isKept = (line: PrintLine) => !('answered' in line) || line.answered || keys.has(line.key);
  const isBlank = (line: PrintLine) => !isKept(line);
  const only = (isWanted: (line: PrintLine) => boolean) =>
    pages
      .map((page) => ({
        ...page,
        lines: withoutEmptySections(page.lines.filter((line) => line.kind === 'section' || isWanted(line))),
      }))
      .filter(({ lines }) => lines.length > 0);
  return {
    pages: only(isKept),
    blank: only(isBlank),
    leftOut: pages.flatMap(({ lines }) => lines).filter(isBlank).length,
  };
}
