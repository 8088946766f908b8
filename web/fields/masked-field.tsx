import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { TextQuestion } from '../../shared/form/index.ts';
import { isForeignNumber, masks } from '../../shared/rules/masks.ts';
import { commitChanges, typeAnswer } from '../form-state/edit-answer.ts';
import { useText } from '../form-state/form-store.ts';
import { afterPress } from '../ui/after-press.ts';
import { FieldFrame } from './field-frame.tsx';
import { foreignNumberMessage, MoveForeignNumber } from './foreign-number.tsx';

const loadMask = () => import('maska');

/** What is left of the mask when the last digit goes is nothing; a plus is the beginning of a number. */
const orNothing = (text: string): string => (/[\d+]/.test(text) ? text : '');

/** Delete steps over what the mask itself wrote, which would come back at once and hold the caret. */
function stepOverMask({ key, currentTarget: input }: KeyboardEvent<HTMLInputElement>): void {
  const { selectionStart, selectionEnd, value } = input;
  if (key !== 'Delete' || selectionStart === null || selectionStart !== selectionEnd) return;
  if (value.includes('+')) return;
  const digit = value.slice(selectionStart).search(/\d/);
  if (digit > 0) input.setSelectionRange(selectionStart + digit, selectionStart + digit);
}

/** Formats while typing and keeps the caret. The mask writes into the input itself, so React leaves its value alone. */
export function MaskedField(props: { name: string; question: TextQuestion }) {
  const { name, question } = props;
  const value = useText(name);
  const input = useRef<HTMLInputElement>(null);
  const isPhone = question.kind === 'phone';
  const settings = masks[isPhone ? 'phone' : 'ssn'];

  const [isReached, setReached] = useState(false);
  // While somebody types nothing new is said; what stood there before, or was left so, is spoken about.
  const [isTyping, setTyping] = useState(false);
  const isForeign = isPhone && !isTyping && isForeignNumber(value);

  const enter = useRef((_: string) => {});
  enter.current = (text) => {
    setTyping(input.current === document.activeElement);
    typeAnswer(name, orNothing(text));
  };

  // The mask comes when somebody reaches for the field, and formats what is typed until then.
  useEffect(() => {
    if (!isReached) return;
    let end = () => {};
    let isGone = false;
    void loadMask().then(({ MaskInput }) => {
      if (input.current === null || isGone) return;
      const masked = new MaskInput(input.current, {
        ...settings,
        // The mask writes before React looks, which then sees no change.
        onMaska: ({ masked }) => enter.current(masked),
      });
      end = () => masked.destroy();
    });
    return () => {
      isGone = true;
      end();
    };
  }, [isReached, settings]);

  useEffect(() => {
    if (input.current !== null && input.current.value !== value) input.current.value = value;
  }, [value]);

  const leave = () => {
    setTyping(false);
    commitChanges();
  };
  return (
    <FieldFrame {...props} own={isForeign ? [foreignNumberMessage(question.international)] : []}>
      {({ id, isInvalid, describedBy }) => (
        <>
          <input
            ref={input}
            id={id}
            name={name}
            className="control"
            type={isPhone ? 'tel' : 'text'}
            inputMode={isPhone ? 'tel' : 'numeric'}
            maxLength={isPhone ? question.maxLength : undefined}
            autoComplete={question.autoComplete ?? 'off'}
            defaultValue={value}
            aria-required={question.required !== undefined || undefined}
            aria-invalid={isInvalid}
            aria-describedby={describedBy}
            onFocus={() => setReached(true)}
            onKeyDown={stepOverMask}
            onChange={(event) => {
              // What the browser fills in comes without anybody in the field.
              setReached(true);
              enter.current(event.target.value);
            }}
            onBlur={() => afterPress(leave)}
          />
          {isForeign && question.international !== undefined && (
            <MoveForeignNumber from={name} to={question.international} />
          )}
        </>
      )}
    </FieldFrame>
  );
}
