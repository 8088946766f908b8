import { useState } from 'react';
import {
  type DateParts,
  type DateQuestion,
  formatIsoDate,
  isImpossibleDate,
  monthOptions,
  parseDate,
  parseTypedParts,
  typedPartsKey,
} from '../../shared/form/index.ts';
import { asciiDigits } from '../../shared/rules/digits.ts';
import { commitOnBlur, typeDate } from '../form-state/edit-answer.ts';
import { missingInDate } from '../form-state/errors.ts';
import { useText } from '../form-state/form-store.ts';
import { DateGroup } from './date-group.tsx';
import type { FieldProps } from './field-frame.tsx';
import { optionElements } from './select-options.tsx';

const digits = (text: string) => asciiDigits(text).replaceAll(/\D/g, '');
const isBirthday = ({ autoComplete }: DateQuestion) => autoComplete === 'bday';

interface TypedPartProps {
  readonly label: string;
  readonly value: string;
  readonly length: number;
  readonly autoComplete: string;
  readonly fieldProps: FieldProps;
  readonly onType: (value: string) => void;
}

const TypedPart = ({ label, value, length, autoComplete, fieldProps, onType }: TypedPartProps) => (
  <label data-short>
    <span>{label}</span>
    <input
      className="control"
      inputMode="numeric"
      maxLength={length}
      autoComplete={autoComplete}
      value={value}
      aria-required={fieldProps.isRequired}
      aria-invalid={fieldProps.isInvalid}
      aria-describedby={fieldProps.describedBy}
      onChange={(event) => onType(digits(event.target.value))}
      onBlur={commitOnBlur}
    />
  </label>
);

/** The typed parts. Once the stored date changes elsewhere, the parts of that one. */
function useParts(name: string) {
  const stored = useText(name);
  const typedParts = useText(typedPartsKey(name));
  const [typed, setTyped] = useState<DateParts>();
  const isTypedHere = typed !== undefined && formatIsoDate(typed) === stored;
  const completeDate = isTypedHere ? typed : parseDate(stored);
  const parts = stored === '' ? parseTypedParts(typedParts) : completeDate;
  return [parts, setTyped] as const;
}

/** Month, day and year. An answer only when they are an existing date. */
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
      isComplete={isImpossibleDate(parts)}
      isError={question.required !== undefined || isImpossibleDate(parts)}
    >
      {(fieldProps) => (
        <>
          <label>
            <span>Month</span>
            <select
              className="control"
              autoComplete={token('month')}
              value={parts.month}
              aria-required={fieldProps.isRequired}
              aria-invalid={fieldProps.isInvalid}
              aria-describedby={fieldProps.describedBy}
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
            fieldProps={fieldProps}
            onType={(day) => change({ day })}
          />
          <TypedPart
            label="Year"
            value={parts.year}
            length={4}
            autoComplete={token('year')}
            fieldProps={fieldProps}
            onType={(year) => change({ year })}
          />
        </>
      )}
    </DateGroup>
  );
}
