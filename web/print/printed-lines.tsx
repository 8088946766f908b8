import type { ReactNode } from 'react';
import type { PrintLine } from '../../shared/form/index.ts';
import './printed-lines.css';

/** A line that answers a question; `key` is the question's. */
export type QuestionLine = Extract<PrintLine, { readonly key: string }>;

interface Section {
  readonly title: string;
  readonly isInner: boolean;
  readonly lines: readonly PrintLine[];
}

/** Lines under the titles they come after. */
function sectionsOf(lines: readonly PrintLine[]): readonly Section[] {
  const sections: { title: string; isInner: boolean; lines: PrintLine[] }[] = [];
  for (const line of lines) {
    if (line.kind === 'section')
      sections.push({ title: line.title, isInner: line.inner === true, lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections;
}

/** Headings of a section and of one inside it, below a heading of each level. */
const headings = { 2: ['h3', 'h4'], 3: ['h4', 'h5'] } as const;

const box = (chosen: boolean) => (chosen ? '[X]' : '[ ]');

function Words({ line }: { line: QuestionLine }) {
  if (line.kind === 'document' || line.options === undefined) return line.text;
  return (
    <span className="printed-options" data-column={line.column || undefined}>
      {line.options.map(({ label, chosen }) => (
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
  /** The level of the heading that they stand under. */
  readonly below: keyof typeof headings;
  /** What stands beside a question: in the review, the link that changes it. */
  readonly beside?: ((line: QuestionLine) => ReactNode) | undefined;
}

/** One page of the application as it reads on paper: the same lines as in the PDF copy. */
export function PrintedLines({ lines, below, beside }: Props) {
  const [Outer, Inner] = headings[below];
  return sectionsOf(lines).map(({ title, isInner, lines: inside }, place) => {
    const Heading = isInner ? Inner : Outer;
    return (
      // Titles may repeat; the order is fixed while the answers are.
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <div className="printed-section" key={place}>
        <Heading>{title}</Heading>
        {inside.length > 0 && (
          <dl className="printed-lines">
            {inside.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <Line key={index} line={line} beside={beside} />
            ))}
          </dl>
        )}
      </div>
    );
  });
}

function Line({ line, beside }: { line: PrintLine; beside: Props['beside'] }) {
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
      <dt className={isLoneTick(line) ? 'unseen' : undefined}>{line.label}</dt>
      <dd data-unanswered={!isAnswered(line) || undefined}>
        <Words line={line} />
      </dd>
      {beside && <dd className="printed-beside">{beside(line)}</dd>}
    </div>
  );
}
