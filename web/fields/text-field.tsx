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

export function TextField(props: { name: string; question: TextQuestion | AutocompleteQuestion }) {
  const { name, question } = props;
  const value = useText(name);
  const isNumeric = 'numeric' in question && question.numeric === true;
  return (
    <FieldFrame {...props}>
      {({ id, isInvalid, isRequired, describedBy }) => (
        <input
          id={id}
          name={name}
          className="control"
          type={question.kind === 'email' ? 'email' : 'text'}
          inputMode={isNumeric ? 'numeric' : undefined}
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
