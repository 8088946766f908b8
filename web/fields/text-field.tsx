import { type RefObject, useEffect, useRef } from 'react';
import {
  type AutocompleteQuestion,
  type Condition,
  evaluate,
  type TextQuestion,
} from '../../shared/form/index.ts';
import { asciiDigits } from '../../shared/rules/digits.ts';
import { commitChanges, typeAnswer } from '../form-state/edit-answer.ts';
import { getText, subscribeTo, useForm } from '../form-state/form-store.ts';
import { afterPress } from '../ui/after-press.ts';
import { FieldFrame } from './field-frame.tsx';

/**
 * Shows an answer in an input that React does not control: typing then renders nothing. Effects that run
 * later than hydration's own read keep what was typed into a prerendered page.
 */
function useUncontrolledText(key: string): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const show = () => {
      const text = getText(key);
      if (input.current !== null && input.current.value !== text) input.current.value = text;
    };
    show();
    return subscribeTo([key], show);
  }, [key]);
  return input;
}

/** A number with digits 0 to 9, and completed to its fixed length, so that 5 years are '05'. */
function completed(typed: string, digits = 0): string {
  const number = asciiDigits(typed);
  return /^\d+$/.test(number) ? number.padStart(digits, '0') : number;
}

function commit({ name, question }: Props, isNumber: boolean): void {
  const typed = getText(name);
  const digits = 'digits' in question ? question.digits : undefined;
  const value = isNumber ? completed(typed, digits) : typed;
  if (value !== typed) typeAnswer(name, value);
  commitChanges();
}

interface Props {
  readonly name: string;
  readonly question: TextQuestion | AutocompleteQuestion;
}

type InputMode = TextQuestion['inputMode'] | 'email';

/** Only a question whose keyboard depends on an answer, such as a ZIP code, subscribes to the answers. */
export function TextField(props: Props) {
  const { question } = props;
  if ('digitsWhen' in question && question.digitsWhen !== undefined)
    return <DigitsField {...props} condition={question.digitsWhen} />;
  const inputMode = 'inputMode' in question ? question.inputMode : undefined;
  return <Field {...props} inputMode={question.kind === 'email' ? 'email' : inputMode} />;
}

function DigitsField({ condition, ...props }: Props & { readonly condition: Condition }) {
  const isMet = useForm([condition.key], ({ answers }) => evaluate(condition, answers));
  if (isMet) return <Field {...props} inputMode="numeric" />;
  return <Field {...props} question={{ ...props.question, hint: undefined }} inputMode={undefined} />;
}

function Field({ inputMode, ...props }: Props & { readonly inputMode: InputMode }) {
  const { name, question } = props;
  const isNumber = inputMode !== undefined && inputMode !== 'email';
  const input = useUncontrolledText(name);
  return (
    <FieldFrame {...props}>
      {({ id, isInvalid, isRequired, describedBy }) => (
        <input
          ref={input}
          id={id}
          name={name}
          className="control"
          // Not of type email: browsers rewrite an international domain as Punycode.
          type="text"
          inputMode={inputMode}
          autoCapitalize={question.kind === 'email' ? 'off' : undefined}
          spellCheck={question.kind === 'email' ? false : undefined}
          maxLength={question.maxLength}
          autoComplete={question.autoComplete ?? 'off'}
          defaultValue={getText(name)}
          aria-required={isRequired}
          aria-invalid={isInvalid}
          aria-describedby={describedBy}
          onChange={(event) => typeAnswer(name, event.target.value)}
          onBlur={() => afterPress(() => commit(props, isNumber))}
        />
      )}
    </FieldFrame>
  );
}
