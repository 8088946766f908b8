import { type ChoiceQuestion, withStored } from '../../shared/form/index.ts';
import { choose } from '../form/answer.ts';
import { useChosen } from '../form/standing.ts';
import { Frame } from './frame.tsx';

const fewOptions = 2;

export function RadioField(props: { name: string; question: ChoiceQuestion }) {
  const { name, question } = props;
  const [value, label] = useChosen(name);
  const options = withStored(question.options, value, label);
  return (
    <Frame {...props} group="radiogroup">
      {() => (
        <div className="choices" data-inline={options.length <= fewOptions || undefined}>
          {options.map(([option, label]) => (
            <label key={option} className="choice">
              <input
                type="radio"
                name={name}
                value={option}
                checked={value === option}
                onChange={() => choose(name, option)}
              />
              <span>{label}</span>
            </label>
          ))}
        </div>
      )}
    </Frame>
  );
}
