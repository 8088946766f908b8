import { type FocusEvent, type ReactNode, useState } from 'react';
import type { Question } from '../../shared/form/index.ts';
import { afterPress } from '../ui/after-press.ts';
import { FieldFrame, type FieldProps } from './field-frame.tsx';

/** While one of the parts has the focus, the only message is the one that stood there before, until it no longer holds. */
function useMessageAfterLeaving(missing: string) {
  const [atArrival, setAtArrival] = useState<string>();
  const isIn = atArrival !== undefined;
  if (isIn && atArrival !== '' && atArrival !== missing) setAtArrival('');
  return {
    said: atArrival ?? missing,
    group: {
      onFocus: () => {
        if (!isIn) setAtArrival(missing);
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) afterPress(() => setAtArrival(undefined));
      },
    },
  };
}

interface Props {
  readonly name: string;
  readonly question: Question;
  /** What is missing in a partial date, in words. */
  readonly missing: string;
  /** Otherwise the date may also be left out, and what is missing is said quietly. */
  readonly isWrong: boolean;
  readonly children: (marks: FieldProps) => ReactNode;
}

/** The parts of a date under one question. What is missing is said when somebody has left all of them. */
export function DateGroup({ name, question, missing, isWrong, children }: Props) {
  const { said, group } = useMessageAfterLeaving(missing);
  const hint = `${name}-missing`;
  return (
    <FieldFrame name={name} question={question} group="group" own={isWrong && said !== '' ? [said] : []}>
      {(marks) => (
        <>
          <div className="parts" {...group}>
            {children({ ...marks, describedBy: `${marks.describedBy} ${hint}` })}
          </div>
          <p id={hint} className="hint missing" role="status">
            {isWrong ? '' : said}
          </p>
        </>
      )}
    </FieldFrame>
  );
}
