import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type TextQuestion, walk } from '../../shared/form/index.ts';
import { asciiDigits } from '../../shared/rules/digits.ts';
import { isForeignNumber, masks } from '../../shared/rules/masks.ts';
import { commitChanges, typeAnswer } from '../form-state/edit-answer.ts';
import { getText, useText } from '../form-state/form-store.ts';
import { partnerForm } from '../form-state/partner-form.ts';
import { afterPress } from '../ui/after-press.ts';
import { FieldFrame } from './field-frame.tsx';

const domesticOnly = 'This field takes U.S. and Canadian numbers.';

const labelOf = (key: string) =>
  walk(partnerForm()).questions.find((placed) => placed.key === key)?.question.label;

/** The message for a number of another country, which fits no format. */
const foreignNumberMessage = (international: string | undefined): string =>
  international === undefined
    ? `${domesticOnly} Please use a different number or leave this blank.`
    : `${domesticOnly} Put other numbers under ${labelOf(international)}.`;

const loadMask = () => import('maska');

/** '' when only characters of the mask are left. A plus counts as the start of a number. */
const withoutEmptyMask = (text: string): string => (/[\d+]/.test(text) ? text : '');

/** Makes Delete skip characters of the mask, which would reappear immediately and block the caret. */
function stepOverMask({ key, currentTarget: input }: KeyboardEvent<HTMLInputElement>): void {
  const { selectionStart, selectionEnd, value } = input;
  if (key !== 'Delete' || selectionStart === null || selectionStart !== selectionEnd) return;
  if (value.includes('+')) return;
  const digit = value.slice(selectionStart).search(/\d/);
  if (digit > 0) input.setSelectionRange(selectionStart + digit, selectionStart + digit);
}

/**
 * Formats while the user types and keeps the caret. The mask writes to the input itself, so React does not
 * control its value.
 */
export function MaskedField(props: { name: string; question: TextQuestion }) {
  const { name, question } = props;
  const value = useText(name);
  const input = useRef<HTMLInputElement>(null);
  const isPhone = question.kind === 'phone';
  const settings = masks[isPhone ? 'phone' : 'ssn'];

  const [needsMask, setNeedsMask] = useState(false);
  // No new message appears while the user types.
  const [isTyping, setTyping] = useState(false);
  const isForeign = isPhone && !isTyping && isForeignNumber(value);

  const handleInput = useRef((_: string) => {});
  handleInput.current = (text) => {
    // An existing message stays until it is no longer true.
    if (!isForeign) setTyping(input.current === document.activeElement);
    typeAnswer(name, withoutEmptyMask(asciiDigits(text)));
  };

  // The mask loads on focus, and then formats the text typed while it loaded.
  useEffect(() => {
    if (!needsMask) return;
    let destroyMask = () => {};
    let isUnmounted = false;
    loadMask()
      .then(({ MaskInput }) => {
        if (input.current === null || isUnmounted) return;
        const masked = new MaskInput(input.current, {
          ...settings,
          // The mask writes the value before React's change event, which then sees no change.
          onMaska: ({ masked }) => handleInput.current(masked),
        });
        destroyMask = () => masked.destroy();
      })
      // The field works without its mask. The next focus tries again.
      .catch(() => setNeedsMask(false));
    return () => {
      isUnmounted = true;
      destroyMask();
    };
  }, [needsMask, settings]);

  useEffect(() => {
    if (input.current !== null && input.current.value !== value) input.current.value = value;
  }, [value]);

  const handleBlur = () => {
    setTyping(false);
    // Characters of the mask alone would look like an answer.
    if (input.current !== null) input.current.value = getText(name);
    commitChanges();
  };
  return (
    <FieldFrame
      {...props}
      fieldMessages={isForeign ? [foreignNumberMessage(question.international)] : []}
      replacesErrors
    >
      {({ id, isInvalid, isRequired, describedBy }) => (
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
          aria-required={isRequired}
          aria-invalid={isInvalid}
          aria-describedby={describedBy}
          onFocus={() => setNeedsMask(true)}
          onKeyDown={stepOverMask}
          onChange={(event) => {
            // Autofill of the browser changes the value without focus.
            setNeedsMask(true);
            handleInput.current(event.target.value);
          }}
          onBlur={() => afterPress(handleBlur)}
        />
      )}
    </FieldFrame>
  );
}
