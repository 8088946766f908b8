import type { ReactNode } from 'react';
import type { PrintLine } from '../../shared/form/index.ts';
import './printed-lines.css';

/** A line with an answer; `key` is the key of its question. */
export type QuestionLine = Extract<PrintLine, { readonly key: string }>;

interface Section {
  readonly title: string;
  readonly isInner: boolean;
  readonly lines: readonly PrintLine[];
}

/** Groups lines under the section title before them. */
function sectionsOf(lines: readonly PrintLine[]): readonly Section[] {
  const sections: { title: string; isInner: boolean; lines: PrintLine[] }[] = [];
  for (const line of lines) {
    if (line.kind === 'section')
      sections.push({ title: line.title, isInner: line.inner === true, lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections;
}

/** The headings of a section and of an inner section, by the level of the heading above. */
const headings = { 2: ['h3', 'h4'], 3: ['h4', 'h5'] } as const;

const checkMark = (chosen: boolean) => (chosen ? '[X]' : '[ ]');

function AnswerText({ line }: { line: QuestionLine }) {
  if (line.kind === 'document' || line.options === undefined) return line.text;
  return (
    <span className="printed-options" data-column={line.column || undefined}>
      {line.options.map(({ label, chosen }) => (
        <span key={label}>
          {checkMark(chosen)} {label}
        </span>
      ))}
    </span>
  );
}

/** A single checkbox repeats its label next to the box, so the label is hidden visually. */
const isLoneCheckbox = (line: QuestionLine) =>
  line.kind === 'answer' && line.options?.length === 1 && line.options[0]?.label === line.label;

const isAnswered = (line: QuestionLine) => line.kind === 'document' || line.answered;

interface Props {
  readonly lines: readonly PrintLine[];
  /** The level of the heading above. */
  readonly parentLevel: keyof typeof headings;
  /** Renders an action for a question, such as the link that changes it in the review. */
  readonly renderAction?: ((line: QuestionLine) => ReactNode) | undefined;
}

/** One page of the application, read-only: the same lines as in the application PDF. */
export function PrintedLines({ lines, parentLevel, renderAction }: Props) {
  const [Outer, Inner] = headings[parentLevel];
  return sectionsOf(lines).map(({ title, isInner, lines: sectionLines }, sectionIndex) => {
    const Heading = isInner ? Inner : Outer;
    return (
      // Titles may repeat; the order only changes with the answers.
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <div className="printed-section" key={sectionIndex}>
        <Heading>{title}</Heading>
        {sectionLines.length > 0 && (
          <dl className="printed-lines">
            {sectionLines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <Line key={index} line={line} renderAction={renderAction} />
            ))}
          </dl>
        )}
      </div>
    );
  });
}

function Line({ line, renderAction }: { line: PrintLine; renderAction: Props['renderAction'] }) {
  if (line.kind === 'section') return null;
  if (line.kind === 'notice')
    return (
      <div>
        <dt>Note</dt>
        <dd>{line.text}</dd>
      </div>
    );
  return (
    <div>
      <dt className={isLoneCheckbox(line) ? 'unseen' : undefined}>{line.label}</dt>
      <dd data-unanswered={!isAnswered(line) || undefined}>
        <AnswerText line={line} />
      </dd>
      {line.kind === 'answer' && line.note !== undefined && (
        <dd className="printed-note">Please check: {line.note}</dd>
      )}
      {renderAction && <dd className="printed-beside">{renderAction(line)}</dd>}
    </div>
  );
}
