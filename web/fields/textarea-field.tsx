import type { TextareaQuestion } from '../../shared/form/index.ts';
import { commitOnBlur, typeAnswer } from '../form-state/edit-answer.ts';
import { useText } from '../form-state/form-store.ts';
import { useCharactersLeft } from './characters-left.ts';
import { FieldFrame } from './field-frame.tsx';

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
            aria-describedby={`${describedBy} ${id}-count`}
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
