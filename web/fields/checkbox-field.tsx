import type { CheckboxQuestion } from '../../shared/form/index.ts';
import { chooseAnswer } from '../form-state/edit-answer.ts';
import { useValue } from '../form-state/form-store.ts';
import { FieldFrame } from './field-frame.tsx';

export function CheckboxField(props: { name: string; question: CheckboxQuestion }) {
  const { name, question } = props;
  const isChecked = useValue(name) === true;
  return (
    <FieldFrame {...props} hasOwnLabel>
      {({ id, isInvalid, isRequired, describedBy }) => (
        <label className="choice">
          <input
            id={id}
            name={name}
            type="checkbox"
            checked={isChecked}
            aria-required={isRequired}
            aria-invalid={isInvalid}
            aria-describedby={describedBy}
            onChange={(event) => chooseAnswer(name, event.target.checked)}
          />
          <span>{question.label}</span>
        </label>
      )}
    </FieldFrame>
  );
}
