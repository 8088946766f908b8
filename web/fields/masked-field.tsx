import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { TextQuestion } from '../../shared/form/index.ts';
import { masks } from '../../shared/rules/masks.ts';
import { commitOnBlur, type } from '../form/answer.ts';
import { useText } from '../form/standing.ts';
import { Frame } from './frame.tsx';

const loadMask = () => import('maska');

/** What is left of the mask when the last digit goes is nothing. */
const orNothing = (text: string): string => (/\d/.test(text) ? text : '');

/** Delete steps over what the mask itself wrote, which would come back at once and hold the caret. */
function stepOverMask({ key, currentTarget: input }: KeyboardEvent<HTMLInputElement>): void {
  const { selectionStart, selectionEnd, value } = input;
  if (key !== 'Delete' || selectionStart === null || selectionStart !== selectionEnd) return;
  const digit = value.slice(selectionStart).search(/\d/);
  if (digit > 0) input.setSelectionRange(selectionStart + digit, selectionStart + digit);
}

/** Formats while typing and keeps the caret. The mask writes into the input itself, so React leaves its value alone. */
export function MaskedField(props: { name: string; question: TextQuestion }) {
  const { name, question } = props;
  const value = useText(name);
  const input = useRef<HTMLInputElement>(null);
  const mask = masks[question.kind === 'ssn' ? 'ssn' : 'phone'];

  const [isReached, setReached] = useState(false);

  // The mask comes when somebody reaches for the field, and formats what is typed until then.
  useEffect(() => {
    if (!isReached) return;
    let end = () => {};
    let isGone = false;
    void loadMask().then(({ MaskInput }) => {
      if (input.current === null || isGone) return;
      const masked = new MaskInput(input.current, {
        mask,
        onMaska: ({ masked }) => type(name, orNothing(masked)),
      });
      end = () => masked.destroy();
    });
    return () => {
      isGone = true;
      end();
    };
  }, [isReached, name, mask]);

  useEffect(() => {
    if (input.current !== null && input.current.value !== value) input.current.value = value;
  }, [value]);

  return (
    <Frame {...props}>
      {({ id, isInvalid, describedBy }) => (
        <input
          ref={input}
          id={id}
          name={name}
          className="control"
          type={question.kind === 'phone' ? 'tel' : 'text'}
          inputMode="numeric"
          autoComplete={question.autoComplete ?? 'off'}
          defaultValue={value}
          aria-required={question.required !== undefined || undefined}
          aria-invalid={isInvalid}
          aria-describedby={describedBy}
          onFocus={() => setReached(true)}
          onKeyDown={stepOverMask}
          onChange={(event) => type(name, orNothing(event.target.value))}
          onBlur={commitOnBlur}
        />
      )}
    </Frame>
  );
}
