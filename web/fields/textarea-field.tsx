import { useEffect, useRef } from 'react';
import type { TextareaQuestion } from '../../shared/form/index.ts';
import { commitOnBlur, typeAnswer } from '../form-state/edit-answer.ts';
import { useText } from '../form-state/form-store.ts';
import { idList } from '../ui/dom.ts';
import { speak } from '../ui/speak.ts';
import { FieldFrame } from './field-frame.tsx';

const announcementDelayMs = 1_000;
/** Announcements start in the last tenth. */
const announceFrom = 0.9;

/** Announces the number of characters left when the user pauses near the limit (WCAG 4.1.3). */
function useCharactersLeft(length: number, limit: number): void {
  const previousLength = useRef(length);
  useEffect(() => {
    if (previousLength.current === length) return;
    previousLength.current = length;
    const remaining = limit - length;
    const text = remaining === 1 ? '1 character left' : `${remaining} characters left`;
    if (length < announceFrom * limit) return;
    const timer = setTimeout(() => speak(text), announcementDelayMs);
    return () => clearTimeout(timer);
  }, [length, limit]);
}

export function TextareaField(props: { name: string; question: TextareaQuestion }) {
  const { name, question } = props;
  const value = useText(name);
  useCharactersLeft(value.length, question.maxLength);
  return (
    <FieldFrame {...props}>
      {({ id, isInvalid, isRequired, describedBy }) => (
        <>
          <textarea
            id={id}
            name={name}
            className="control"
            rows={question.rows}
            maxLength={question.maxLength}
            value={value}
            aria-required={isRequired}
            aria-invalid={isInvalid}
            aria-describedby={idList(describedBy, `${id}-count`)}
            onChange={(event) => typeAnswer(name, event.target.value)}
            onBlur={commitOnBlur}
          />
          <p className="hint count" id={`${id}-count`}>
            {`Character count: ${value.length} / ${question.maxLength}`}
          </p>
        </>
      )}
    </FieldFrame>
  );
}
