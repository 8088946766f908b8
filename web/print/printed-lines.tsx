import type { ReactNode } from 'react';
import { type PrintedSection, type PrintLine, printedSections } from '../../shared/form/index.ts';
import './printed-lines.css';

/** A line with an answer; `key` is the key of its question. */
export type QuestionLine = Extract<PrintLine, { readonly key: string }>;

/** Answers with more characters get a full line. */
const longAnswer = 90;
const isLong = ({ text }: QuestionLine) => text.length > longAnswer || text.includes('\n');

/** The headings of a section and of an inner section, by the level of the heading above. */
const headings = { 2: ['h3', 'h4'], 3: ['h4', 'h5'] } as const;

/** True for a single checkbox, whose label is the question. */
export const isLoneCheckbox = (line: QuestionLine): boolean =>
  line.kind === 'answer' && line.options?.length === 1 && line.options[0]?.label === line.label;

/** True for one of several repeated parts, such as a college, if nothing in it was answered. */
const isBlankPart = ({ isInner, lines }: PrintedSection): boolean =>
  isInner && lines.length > 0 && lines.every((line) => 'answered' in line && !line.answered);

/** The answer as shown to the applicant: only the chosen option. */
export function plainText(line: QuestionLine): string {
  if (isLoneCheckbox(line)) return line.answered ? 'Yes' : 'No';
  return line.text;
}

interface Props {
  readonly lines: readonly PrintLine[];
  /** The level of the heading above. */
  readonly parentLevel: keyof typeof headings;
  /** Renders the answer to a question. */
  readonly renderAnswer: (line: QuestionLine) => ReactNode;
  /** Renders an action for a question, such as the link that changes it in the review. */
  readonly renderAction?: ((line: QuestionLine) => ReactNode) | undefined;
}

/**
 * One page of the application, read-only: the same lines as in the application PDF. Of a blank part, only the
 * title is printed, unless the applicant can change its answers.
 */
export function PrintedLines({ lines, parentLevel, renderAnswer, renderAction }: Props) {
  const [Outer, Inner] = headings[parentLevel];
  return printedSections(lines).map((section, sectionIndex) => {
    const { title, isInner, lines: sectionLines } = section;
    const Heading = isInner ? Inner : Outer;
    const isBlank = renderAction === undefined && isBlankPart(section);
    return (
      // Titles may repeat; the order only changes with the answers.
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <div className="printed-section" data-inner={isInner || undefined} key={sectionIndex}>
        <Heading>{title}</Heading>
        {isBlank && <p data-unanswered>Not answered</p>}
        {!isBlank && sectionLines.length > 0 && (
          <dl className="printed-lines">
            {sectionLines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <Line key={index} line={line} renderAnswer={renderAnswer} renderAction={renderAction} />
            ))}
          </dl>
        )}
      </div>
    );
  });
}

interface LineProps extends Pick<Props, 'renderAnswer' | 'renderAction'> {
  readonly line: PrintLine;
}

function Line({ line, renderAnswer, renderAction }: LineProps) {
  if (line.kind === 'section') return null;
  if (line.kind === 'notice')
    return (
      <div>
        <dt>Note</dt>
        <dd>{line.text}</dd>
      </div>
    );
  return (
    <div data-long={isLong(line) || undefined}>
      <dt>{line.label}</dt>
      <dd data-unanswered={!line.answered || undefined}>{renderAnswer(line)}</dd>
      {renderAction && <dd className="printed-beside">{renderAction(line)}</dd>}
    </div>
  );
}
