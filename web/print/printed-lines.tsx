import type { ReactNode } from 'react';
import type { PrintLine } from '../../shared/form/index.ts';
import './printed-lines.css';

/** A line that answers a question; `key` is the question's. */
export type QuestionLine = Extract<PrintLine, { readonly key: string }>;

interface Section {
  readonly title: string;
  readonly lines: readonly PrintLine[];
}

/** Lines under the titles they come after; a title without lines is left out. */
function sectionsOf(lines: readonly PrintLine[]): readonly Section[] {
  const sections: { title: string; lines: PrintLine[] }[] = [{ title: '', lines: [] }];
  for (const line of lines) {
    if (line.kind === 'section') sections.push({ title: line.title, lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections.filter((section) => section.lines.length > 0);
}

const box = (chosen: boolean) => (chosen ? '[X]' : '[ ]');

function Words({ line }: { line: QuestionLine }) {
  const options = line.kind === 'answer' ? line.options : undefined;
  if (options === undefined || line.kind !== 'answer') return line.text;
  return (
    <span className="printed-options" data-column={line.column || undefined}>
      {options.map(({ label, chosen }) => (
        <span key={label}>
          {box(chosen)} {label}
        </span>
      ))}
    </span>
  );
}

/** A lone tick says its words once, beside its box. */
const isLoneTick = (line: QuestionLine) =>
  line.kind === 'answer' && line.options?.length === 1 && line.options[0]?.label === line.label;

const isAnswered = (line: QuestionLine) => line.kind === 'document' || line.answered;

interface Props {
  readonly lines: readonly PrintLine[];
  readonly heading: 'h3' | 'h4';
  /** What stands beside a question: in the review, the link that changes it. */
  readonly beside?: (line: QuestionLine) => ReactNode;
}

/** One page of the application as it reads on paper: the same lines as in the PDF copy. */
export function PrintedLines({ lines, heading: Heading, beside }: Props) {
  return sectionsOf(lines).map(({ title, lines: inside }, place) => (
    // Titles may repeat; the order is fixed while the answers are.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <div className="printed-section" key={place}>
      {title !== '' && <Heading>{title}</Heading>}
      <dl className="printed-lines">
        {inside.map((line, index) => {
          if (line.kind === 'section') return null;
          if (line.kind === 'notice')
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <div key={index} className="printed-notice">
                <dt>Note</dt>
                <dd>{line.text}</dd>
              </div>
            );
          return (
            <div key={line.key}>
              <dt className={isLoneTick(line) ? 'unseen' : undefined}>{line.label}</dt>
              <dd data-unanswered={!isAnswered(line) || undefined}>
                <Words line={line} />
              </dd>
              {beside && <dd className="printed-beside">{beside(line)}</dd>}
            </div>
          );
        })}
      </dl>
    </div>
  ));
}
