import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { errorKey, isRequired, type Question } from '../../shared/form/index.ts';
import { useFieldErrors } from '../form-state/errors.ts';
import { formStore } from '../form-state/form-store.ts';
import { ErrorMessages } from '../ui/error-messages.tsx';

/** What a control needs to be named, described and marked. */
export interface FieldProps {
  readonly id: string;
  readonly isInvalid: true | undefined;
  readonly describedBy: string;
}

interface Props {
  readonly name: string;
  readonly question: Question;
  /** Several controls under one question stand in a fieldset. */
  readonly group?: 'group' | 'radiogroup';
  /** A lone tick has its words beside the box. */
  readonly hasOwnLabel?: boolean;
  /** Messages of the field itself, beside those of the form's rules. */
  readonly own?: readonly string[];
  readonly children: (marks: FieldProps) => ReactNode;
}

const none: readonly string[] = [];
const optional = (
  <span key="mark" className="optional">
    {' '}
    (optional)
  </span>
);

/** A rule may want an answer only as others stand, as a ZIP code in one country and not in another. */
const OptionalByRule = ({ question }: { question: Question }) =>
  useStore(formStore, ({ answers }) => !isRequired(question, answers)) && optional;

const labelled = ({ label }: Question, mark: ReactNode) => (mark ? [label, mark] : label);

function labelOf(question: Question): ReactNode {
  if (question.requiredWhen !== undefined)
    return labelled(question, <OptionalByRule key="mark" question={question} />);
  return labelled(question, question.required === undefined && optional);
}

const groupMarks = (
  group: Props['group'],
  { required }: Question,
  { isInvalid, describedBy }: FieldProps,
) => ({
  role: group,
  'aria-describedby': describedBy,
  ...(group === 'radiogroup' && {
    'aria-invalid': isInvalid,
    'aria-required': required !== undefined || undefined,
  }),
});

/** The wrapper carries the key as its id: that is where summary links lead (decision D-22). */
export function FieldFrame({ name, question, group, hasOwnLabel = false, own = none, children }: Props) {
  const key = errorKey(name, question);
  const { messages: found, isQuiet } = useFieldErrors(key);
  const messages = own.length === 0 ? found : [...found, ...own];
  const isInvalid = messages.length > 0 || undefined;
  const hint = question.hint === undefined ? '' : `${key}-hint`;
  const marks = { id: `${key}-control`, isInvalid, describedBy: `${hint} ${key}-messages`.trim() };
  const Box = group === undefined ? 'div' : 'fieldset';
  return (
    <Box
      id={key}
      className="field"
      data-width={question.width}
      data-invalid={isInvalid}
      {...(group !== undefined && groupMarks(group, question, marks))}
    >
      {group !== undefined && <legend>{labelOf(question)}</legend>}
      {group === undefined && !hasOwnLabel && <label htmlFor={marks.id}>{labelOf(question)}</label>}
      {hint && (
        <p className="hint" id={hint}>
          {question.hint}
        </p>
      )}
      <ErrorMessages
        id={`${key}-messages`}
        messages={messages}
        required={question.required}
        isQuiet={isQuiet && own.length === 0}
      />
      {children(marks)}
    </Box>
  );
}
