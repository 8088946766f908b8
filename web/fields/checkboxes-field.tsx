import type { CheckboxesQuestion } from '../../shared/form/index.ts';
import { chooseAnswer } from '../form-state/edit-answer.ts';
import { useValue } from '../form-state/form-store.ts';
import { FieldFrame } from './field-frame.tsx';

function Checkbox({ name, label }: { name: string; label: string }) {
  const isChecked = useValue(name) === true;
  return (
    <label className="choice">
      <input
        name={name}
        type="checkbox"
        checked={isChecked}
        onChange={(event) => chooseAnswer(name, event.target.checked)}
      />
      <span>{label}</span>
    </label>
  );
}

/** Several checkboxes under one question, each with its own key. */
export function CheckboxesField(props: { name: string; question: CheckboxesQuestion }) {
  const { name, question } = props;
  return (
    <FieldFrame {...props} group="group">
      {() => (
        <div className="choices">
          {Object.entries(question.boxes).map(([box, label]) => (
            <Checkbox key={box} name={`${name}_${box}`} label={label} />
          ))}
        </div>
      )}
    </FieldFrame>
  );
}
