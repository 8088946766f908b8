import { useStore } from 'zustand';
import {
  type ChoiceQuestion,
  type DependentSelectQuestion,
  type Option,
  optionsOf,
  withStoredOption,
} from '../../shared/form/index.ts';
import { choose } from '../form-state/edit-answer.ts';
import { standing, useChosen } from '../form-state/form-store.ts';
import { Frame } from './field-frame.tsx';
import { entriesOf, useBuiltOptions } from './select-options.tsx';

interface Props<Q> {
  readonly name: string;
  readonly question: Q;
}

export const SelectField = (props: Props<ChoiceQuestion>) => (
  <Select {...props} offered={props.question.options} />
);

/** What it offers follows from another answer. */
export function DependentSelectField(props: Props<DependentSelectQuestion>) {
  const offered = useStore(standing, ({ answers }) => optionsOf(props.question, answers));
  return <Select {...props} offered={offered} />;
}

type AnySelect = Props<ChoiceQuestion | DependentSelectQuestion> & { readonly offered: readonly Option[] };

function Select({ offered, ...props }: AnySelect) {
  const { name, question } = props;
  const [value, label] = useChosen(name);
  const { options, build } = useBuiltOptions(withStoredOption(offered, value, label), value);
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
          {entriesOf(options)}
        </select>
      )}
    </Frame>
  );
}
