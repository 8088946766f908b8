import { useState } from 'react';
import {
  type DateParts,
  type DateQuestion,
  formatIsoDate,
  isImpossibleDate,
  monthOptions,
  parseDate,
} from '../../shared/form/index.ts';
import { commitOnBlur, typeDate } from '../form-state/edit-answer.ts';
import { useText } from '../form-state/form-store.ts';
import { missingInDate, usePartialDate } from '../form-state/partial-dates.ts';
import { DateGroup } from './date-group.tsx';
import type { FieldProps } from './field-frame.tsx';
import { optionElements } from './select-options.tsx';

const digits = (text: string) => text.replaceAll(/\D/g, '');
const isBirthday = ({ autoComplete }: DateQuestion) => autoComplete === 'bday';

interface TypedPartProps {
  readonly label: string;
  readonly value: string;
  readonly length: number;
  readonly autoComplete: string;
  readonly marks: FieldProps;
  readonly onType: (value: string) => void;
}

const TypedPart = ({ label, value, length, autoComplete, marks, onType }: TypedPartProps) => (
  <label data-short>
    <span>{label}</span>
    <input
      className="control"
      inputMode="numeric"
      maxLength={length}
      autoComplete={autoComplete}
      value={value}
      aria-invalid={marks.isInvalid}
      aria-describedby={marks.describedBy}
      onChange={(event) => onType(digits(event.target.value))}
      onBlur={commitOnBlur}
    />
  </label>
);

/** What is typed as it is typed; once the stored day changes from outside, that one. */
function useParts(name: string) {
  const stored = useText(name);
  const half = usePartialDate(name);
  const [typed, setTyped] = useState<DateParts>();
  const isOurs = typed !== undefined && formatIsoDate(typed) === stored;
  const whole = isOurs ? typed : parseDate(stored);
  const parts = stored === '' ? (half ?? parseDate('')) : whole;
  return [parts, setTyped] as const;
}

/** Month, day and year; stored only when they name a real day (decision D-62). */
export function DateField(props: { name: string; question: DateQuestion }) {
  const { name, question } = props;
  const [parts, setTyped] = useParts(name);
  const change = (part: Partial<DateParts>) => {
    const next = { ...parts, ...part };
    setTyped(next);
    typeDate(name, next);
  };
  const token = (part: string) => (isBirthday(question) ? `bday-${part}` : 'off');
  return (
    <DateGroup
      {...props}
      missing={missingInDate(question, parts)}
      isWrong={question.required !== undefined || isImpossibleDate(parts)}
    >
      {(marks) => (
        <>
          <label>
            <span>Month</span>
            <select
              className="control"
              autoComplete={token('month')}
              value={parts.month}
              aria-invalid={marks.isInvalid}
              aria-describedby={marks.describedBy}
              onChange={(event) => change({ month: event.target.value })}
              onBlur={commitOnBlur}
            >
              {optionElements(monthOptions)}
            </select>
          </label>
          <TypedPart
            label="Day"
            value={parts.day}
            length={2}
            autoComplete={token('day')}
            marks={marks}
            onType={(day) => change({ day })}
          />
          <TypedPart
            label="Year"
            value={parts.year}
            length={4}
            autoComplete={token('year')}
            marks={marks}
            onType={(year) => change({ year })}
          />
        </>
      )}
    </DateGroup>
  );
}
