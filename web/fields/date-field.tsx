import { useState } from 'react';
import { type DateQuestion, monthOptions } from '../../shared/form/index.ts';
import { commitOnBlur, type } from '../form/answer.ts';
import { useText } from '../form/standing.ts';
import { dayOf, isNoDay, partsOf } from './day-parts.ts';
import { Frame, type Marks } from './frame.tsx';
import { entriesOf } from './options.tsx';

const noSuchDay = ['Please enter a real date.'];
const digits = (text: string) => text.replaceAll(/\D/g, '');
const isBirthday = ({ autoComplete }: DateQuestion) => autoComplete === 'bday';

interface TypedPartProps {
  readonly label: string;
  readonly value: string;
  readonly length: number;
  readonly autoComplete: string;
  readonly marks: Marks;
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

/** What is typed, until the stored day changes from outside. */
function useParts(stored: string) {
  const [state, setState] = useState({ stored, parts: partsOf(stored) });
  const parts = state.stored === stored ? state.parts : partsOf(stored);
  return [parts, (next: typeof parts) => setState({ stored: dayOf(next), parts: next })] as const;
}

/** Month, day and year; stored only when they name a real day (decision D-62). */
export function DateField(props: { name: string; question: DateQuestion }) {
  const { name, question } = props;
  const [parts, setParts] = useParts(useText(name));
  const change = (part: Partial<typeof parts>) => {
    const next = { ...parts, ...part };
    setParts(next);
    type(name, dayOf(next));
  };
  const token = (part: string) => (isBirthday(question) ? `bday-${part}` : 'off');
  return (
    <Frame {...props} group="group" own={isNoDay(parts) ? noSuchDay : []}>
      {(marks) => (
        <div className="parts">
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
              {entriesOf(monthOptions)}
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
        </div>
      )}
    </Frame>
  );
}
