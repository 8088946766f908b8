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
  readonly marks: FieldProps;
}

const Part = ({ name, label, options, marks }: PartProps) => (
  <label>
    <span>{label}</span>
    <select
      name={name}
      className="control"
      value={useText(name)}
      aria-invalid={marks.isInvalid}
      aria-describedby={marks.describedBy}
      onChange={(event) => chooseAnswer(name, event.target.value)}
    >
      {optionElements(options)}
    </select>
  </label>
);

/** The lists move on every January; a year that was chosen before still stands. */
const withChosen = (years: readonly Option[], chosen: string): readonly Option[] =>
  chosen === '' || years.some(([year]) => year === chosen) ? years : [...years, [chosen, chosen]];

/** Two selects under one question; problems of both parts stand together. */
export function MonthYearField(props: { name: string; question: MonthYearQuestion }) {
  const { name, question } = props;
  const isHydrated = useHydrated();
  const [month, year] = [useText(`${name}_month`), useText(`${name}_year`)];
  const years = withChosen(isHydrated ? question.years : [], year);
  return (
    <DateGroup {...props} missing={missingMonthOrYear(month, year)} isWrong={question.required !== undefined}>
      {(marks) => (
        <>
          <Part name={`${name}_month`} label="Month" options={monthOptions} marks={marks} />
          <Part name={`${name}_year`} label="Year" options={years} marks={marks} />
        </>
      )}
    </DateGroup>
  );
}
