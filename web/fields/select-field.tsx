import {
  type ChoiceQuestion,
  type DependentSelectQuestion,
  type Option,
  optionsOf,
  withStoredOption,
} from '../../shared/form/index.ts';
import { chooseAnswer } from '../form-state/edit-answer.ts';
import { useChoice, useForm } from '../form-state/form-store.ts';
import { FieldFrame } from './field-frame.tsx';
import { optionElements, useDeferredOptions } from './select-options.tsx';

interface Props<Q> {
  readonly name: string;
  readonly question: Q;
}

export const SelectField = (props: Props<ChoiceQuestion>) => (
  <Select {...props} offered={props.question.options} />
);

/** A select whose options depend on another answer. */
export function DependentSelectField(props: Props<DependentSelectQuestion>) {
  const { question } = props;
  const offered = useForm([question.on], ({ answers }) => optionsOf(question, answers));
  return <Select {...props} offered={offered} />;
}

type AnySelect = Props<ChoiceQuestion | DependentSelectQuestion> & { readonly offered: readonly Option[] };

function Select({ offered, ...props }: AnySelect) {
  const { name, question } = props;
  const [value, label] = useChoice(name);
  const { autoComplete = 'off' } = question;
  const stored = withStoredOption(offered, value, label);
  const { options, build } = useDeferredOptions(stored, value, autoComplete !== 'off');
  return (
    <FieldFrame {...props}>
      {({ id, isInvalid, isRequired, describedBy }) => (
        <select
          id={id}
          name={name}
          className="control"
          autoComplete={autoComplete}
          value={value}
          aria-required={isRequired}
          aria-invalid={isInvalid}
          aria-describedby={describedBy}
          onFocus={build}
          onPointerDown={build}
          onChange={(event) => chooseAnswer(name, event.target.value)}
        >
          {optionElements(options)}
        </select>
      )}
    </FieldFrame>
  );
}
