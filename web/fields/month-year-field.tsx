import {
  type MonthYearQuestion,
  missingMonthOrYear,
  monthOptions,
  type Option,
} from '../../shared/form/index.ts';
import { chooseAnswer } from '../form-state/edit-answer.ts';
import { useText } from '../form-state/form-store.ts';
import { useHydrated } from '../ui/use-hydrated.ts';
import { DateGroup } from './date-group.tsx';
import type { FieldProps } from './field-frame.tsx';
import { optionElements } from './select-options.tsx';

interface PartProps {
  readonly name: string;
  readonly label: string;
  readonly options: readonly Option[];
  readonly fieldProps: FieldProps;
}

const Part = ({ name, label, options, fieldProps }: PartProps) => (
  <label>
    <span>{label}</span>
    <select
      name={name}
      className="control"
      value={useText(name)}
      aria-required={fieldProps.isRequired}
      aria-invalid={fieldProps.isInvalid}
      aria-describedby={fieldProps.describedBy}
      onChange={(event) => chooseAnswer(name, event.target.value)}
    >
      {optionElements(options)}
    </select>
  </label>
);

/** The year lists move every January. A year that was chosen earlier stays in the list. */
const withChosenYear = (years: readonly Option[], chosen: string): readonly Option[] =>
  chosen === '' || years.some(([year]) => year === chosen) ? years : [...years, [chosen, chosen]];

/** Two selects under one question, with shared error messages. */
export function MonthYearField(props: { name: string; question: MonthYearQuestion }) {
  const { name, question } = props;
  const isHydrated = useHydrated();
  const [month, year] = [useText(`${name}_month`), useText(`${name}_year`)];
  const years = withChosenYear(isHydrated ? question.years : [], year);
  return (
    <DateGroup {...props} missing={missingMonthOrYear(month, year)} isError={question.required !== undefined}>
      {(fieldProps) => (
        <>
          <Part name={`${name}_month`} label="Month" options={monthOptions} fieldProps={fieldProps} />
          <Part name={`${name}_year`} label="Year" options={years} fieldProps={fieldProps} />
        </>
      )}
    </DateGroup>
  );
}
