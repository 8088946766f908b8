import type { AutocompleteQuestion, TextQuestion } from '../../shared/form/index.ts';
import { commitChanges, typeAnswer } from '../form-state/edit-answer.ts';
import { getAnswers, useText } from '../form-state/form-store.ts';
import { afterPress } from '../ui/after-press.ts';
import { FieldFrame } from './field-frame.tsx';

/** Completes a number of fixed length, so that 5 years are '05', and commits the answer. */
function commit(name: string, question: TextQuestion | AutocompleteQuestion): void {
  const value = String(getAnswers()[name] ?? '');
  const digits = 'digits' in question ? question.digits : undefined;
  if (digits !== undefined && /^\d+$/.test(value) && value.length < digits)
    typeAnswer(name, value.padStart(digits, '0'));
  commitChanges();
}

function inputMode(question: TextQuestion | AutocompleteQuestion): 'email' | 'numeric' | undefined {
  if (question.kind === 'email') return 'email';
  return 'numeric' in question && question.numeric === true ? 'numeric' : undefined;
}

export function TextField(props: { name: string; question: TextQuestion | AutocompleteQuestion }) {
  const { name, question } = props;
  const value = useText(name);
  return (
    <FieldFrame {...props}>
      {({ id, isInvalid, isRequired, describedBy }) => (
        <input
          id={id}
          name={name}
          className="control"
          // Not of type email: browsers rewrite an international domain as Punycode.
          type="text"
          inputMode={inputMode(question)}
          autoCapitalize={question.kind === 'email' ? 'off' : undefined}
          spellCheck={question.kind === 'email' ? false : undefined}
          maxLength={question.maxLength}
          autoComplete={question.autoComplete ?? 'off'}
          value={value}
          aria-required={isRequired}
          aria-invalid={isInvalid}
          aria-describedby={describedBy}
          onChange={(event) => typeAnswer(name, event.target.value)}
          onBlur={() => afterPress(() => commit(name, question))}
        />
      )}
    </FieldFrame>
  );
}
