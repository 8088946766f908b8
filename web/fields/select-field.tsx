import { useStore } from 'zustand';
import {
  type ChoiceQuestion,
  type DependentSelectQuestion,
  optionsOf,
  withStored,
} from '../../shared/form/index.ts';
import { choose } from '../form/answer.ts';
import { standing, useText } from '../form/standing.ts';
import { Frame } from './frame.tsx';
import { Options, useBuiltOptions } from './options.tsx';

export function SelectField(props: { name: string; question: ChoiceQuestion | DependentSelectQuestion }) {
  const { name, question } = props;
  const value = useText(name);
  const offered = useStore(standing, ({ answers }) => optionsOf(question, answers));
  const listed = withStored(offered, value, useText(`${name}_desc`));
  const { options, build } = useBuiltOptions(listed, value);
  return (
    <Frame {...props}>
      {({ id, isInvalid, describedBy }) => (
        <select
          id={id}
          name={name}
          className="control"
          autoComplete={question.autoComplete ?? 'off'}
          value={value}
          aria-required={question.required !== undefined || undefined}
          aria-invalid={isInvalid}
          aria-describedby={describedBy}
          onFocus={build}
          onPointerDown={build}
          onChange={(event) => choose(name, event.target.value)}
        >
          <Options options={options} />
        </select>
      )}
    </Frame>
  );
}
