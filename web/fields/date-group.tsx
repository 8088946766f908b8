import { type FocusEvent, type ReactNode, useState } from 'react';
import type { Question } from '../../shared/form/index.ts';
import { afterPress } from '../ui/after-press.ts';
import { idList } from '../ui/dom.ts';
import { useSpoken } from '../ui/speak.ts';
import { FieldFrame, type FieldProps } from './field-frame.tsx';

/**
 * While one of the parts has the focus, only the message that was there before is shown, until it is
 * outdated.
 */
function useMessageOnBlur(missing: string) {
  const [messageOnFocus, setMessageOnFocus] = useState<string>();
  const hasFocus = messageOnFocus !== undefined;
  if (hasFocus && messageOnFocus !== '' && messageOnFocus !== missing) setMessageOnFocus('');
  return {
    message: messageOnFocus ?? missing,
    group: {
      onFocus: () => {
        if (!hasFocus) setMessageOnFocus(missing);
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) afterPress(() => setMessageOnFocus(undefined));
      },
    },
  };
}

interface Props {
  readonly name: string;
  readonly question: Question;
  /** The message for a partial date; '' when nothing is missing. */
  readonly missing: string;
  /** True if all parts are filled in: the message then replaces the error about a missing date. */
  readonly isComplete?: boolean;
  /** True if the message is an error; false for an optional date, whose message is a hint. */
  readonly isError: boolean;
  readonly children: (fieldProps: FieldProps) => ReactNode;
}

/** The parts of a date under one question. Missing parts are shown once the focus has left all of them. */
export function DateGroup({ name, question, missing, isComplete, isError, children }: Props) {
  const { message, group } = useMessageOnBlur(missing);
  const hintId = `${name}-missing`;
  const hint = isError ? '' : message;
  useSpoken(hint);
  return (
    <FieldFrame
      name={name}
      question={question}
      group="group"
      fieldMessages={isError && message !== '' ? [message] : []}
      replacesErrors={isComplete}
    >
      {(fieldProps) => (
        <>
          <div className="row parts" {...group}>
            {children({ ...fieldProps, describedBy: idList(fieldProps.describedBy, hint && hintId) })}
          </div>
          {hint && (
            <p id={hintId} className="hint missing">
              {hint}
            </p>
          )}
        </>
      )}
    </FieldFrame>
  );
}
