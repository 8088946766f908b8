import { type PrintedPage, printedSections } from '../../shared/form/index.ts';
import { plainText } from './printed-lines.tsx';

/** A question of the read-only application. */
export interface PrintedQuestion {
  readonly key: string;
  /** The path of its page. */
  readonly path: string;
  /** The title above it, such as 'Parent 1/Guardian 1'. */
  readonly section: string;
  readonly label: string;
  /** The answer as text, or 'Not answered'. */
  readonly answer: string;
}

/** The questions of a page, in its order. */
export const printedQuestions = ({ path, lines }: PrintedPage): readonly PrintedQuestion[] =>
  printedSections(lines).flatMap(({ title, lines: inSection }) =>
    inSection.flatMap((line) =>
      'key' in line
        ? [{ key: line.key, path, section: title, label: line.label, answer: plainText(line) }]
        : [],
    ),
  );

/** 'Parent 1/Guardian 1: First Name'. Labels alone occur several times. */
export const questionName = ({ section, label }: PrintedQuestion): string =>
  section === '' ? label : `${section}: ${label}`;
