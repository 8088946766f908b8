import type { ReactNode } from 'react';
import { isLoneCheckbox, type QuestionLine } from './printed-lines.tsx';
import './marked-answer.css';

const checkMark = (chosen: boolean) => (chosen ? '[X]' : '[ ]');

/**
 * The answer as the specification prints it: each choice with its mark. The label of a lone checkbox is next
 * to it.
 */
export function markedAnswer(line: QuestionLine): ReactNode {
  if (line.kind === 'document' || line.options === undefined) return line.text;
  if (isLoneCheckbox(line)) return <span className="printed-options">{checkMark(line.answered)}</span>;
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
