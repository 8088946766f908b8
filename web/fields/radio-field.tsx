import { type ChoiceQuestion, withStoredOption } from '../../shared/form/index.ts';
import { chooseAnswer } from '../form-state/edit-answer.ts';
import { useChoice } from '../form-state/form-store.ts';
import { FieldFrame } from './field-frame.tsx';

const fewOptions = 2;

/** Clears an optional answer, which a radio group alone cannot do. The focus moves to the first option. */
const Clear = ({ name, question }: { name: string; question: ChoiceQuestion }) => (
  <button
    type="button"
    className="link clear"
    onClick={({ currentTarget }) => {
      const first = currentTarget.closest('fieldset')?.querySelector('input');
      chooseAnswer(name, '');
      first?.focus();
    }}
  >
    Clear<span className="unseen"> the answer to {question.label}</span>
  </button>
);

export function RadioField(props: { name: string; question: ChoiceQuestion }) {
  const { name, question } = props;
  const [value, label] = useChoice(name);
  const options = withStoredOption(question.options, value, label);
  const isOptional = question.required === undefined && question.requiredWhen === undefined;
  return (
    <FieldFrame {...props} group="radiogroup">
      {() => (
        <>
          <div className="choices" data-inline={options.length <= fewOptions || undefined}>
            {options.map(([option, label]) => (
              <label key={option} className="choice">
                <input
                  type="radio"
                  name={name}
                  value={option}
                  checked={value === option}
                  onChange={() => chooseAnswer(name, option)}
                />
                <span>{label}</span>
              </label>
            ))}
          </div>
          {value !== '' && isOptional && <Clear name={name} question={question} />}
        </>
      )}
    </FieldFrame>
  );
}
