import type { AutocompleteQuestion, TextQuestion } from '../../shared/form/index.ts';
import { commitOnBlur, typeAnswer } from '../form-state/edit-answer.ts';
import { useText } from '../form-state/form-store.ts';
import { FieldFrame } from './field-frame.tsx';

export function TextField(props: { name: string; question: TextQuestion | AutocompleteQuestion }) {
  const { name, question } = props;
  const value = useText(name);
  const isNumeric = 'numeric' in question && question.numeric === true;
  return (
    <FieldFrame {...props}>
      {({ id, isInvalid, describedBy }) => (
        <input
          id={id}
          name={name}
          className="control"
          type={question.kind === 'email' ? 'email' : 'text'}
          inputMode={isNumeric ? 'numeric' : undefined}
          maxLength={question.maxLength}
          autoComplete={question.autoComplete ?? 'off'}
          value={value}
          aria-required={question.required !== undefined || undefined}
          aria-invalid={isInvalid}
          aria-describedby={describedBy}
          onChange={(event) => typeAnswer(name, event.target.value)}
          onBlur={commitOnBlur}
        />
      )}
    </FieldFrame>
  );
}
