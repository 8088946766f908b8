import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { errorKey, isRequired, type Question } from '../../shared/form/index.ts';
import { useFieldErrors } from '../form-state/errors.ts';
import { formStore } from '../form-state/form-store.ts';
import { ErrorMessages } from '../ui/error-messages.tsx';

/** The id and ARIA properties of a control. */
export interface FieldProps {
  readonly id: string;
  readonly isInvalid: true | undefined;
  readonly describedBy: string;
}

interface Props {
  readonly name: string;
  readonly question: Question;
  /** Set for several controls under one question, which get a fieldset. */
  readonly group?: 'group' | 'radiogroup';
  /** A single checkbox has its label next to it. */
  readonly hasOwnLabel?: boolean;
  /** Messages of the field itself, shown after the form's errors. */
  readonly fieldMessages?: readonly string[];
  readonly children: (controlProps: FieldProps) => ReactNode;
}

const noMessages: readonly string[] = [];
const optional = (
  <span key="mark" className="optional">
    {' '}
    (optional)
  </span>
);

/** A question may be required depending on other answers, such as a ZIP code in one country only. */
const OptionalByRule = ({ question }: { question: Question }) =>
  useStore(formStore, ({ answers }) => !isRequired(question, answers)) && optional;

const withMark = ({ label }: Question, mark: ReactNode) => (mark ? [label, mark] : label);

function labelOf(question: Question): ReactNode {
  if (question.requiredWhen !== undefined)
    return withMark(question, <OptionalByRule key="mark" question={question} />);
  return withMark(question, question.required === undefined && optional);
}

const groupProps = (
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

/** The frame of a field: label, hint and errors. Its id is the key, which summary links point to. */
export function FieldFrame({
  name,
  question,
  group,
  hasOwnLabel = false,
  fieldMessages = noMessages,
  children,
}: Props) {
  const key = errorKey(name, question);
  const { messages: errors, isQuiet } = useFieldErrors(key);
  const messages = fieldMessages.length === 0 ? errors : [...errors, ...fieldMessages];
  const isInvalid = messages.length > 0 || undefined;
  const hintId = question.hint === undefined ? '' : `${key}-hint`;
  const controlProps = { id: `${key}-control`, isInvalid, describedBy: `${hintId} ${key}-messages`.trim() };
  const Wrapper = group === undefined ? 'div' : 'fieldset';
  return (
    <Wrapper
      id={key}
      className="field"
      data-width={question.width}
      data-invalid={isInvalid}
      {...(group !== undefined && groupProps(group, question, controlProps))}
    >
      {group !== undefined && <legend>{labelOf(question)}</legend>}
      {group === undefined && !hasOwnLabel && <label htmlFor={controlProps.id}>{labelOf(question)}</label>}
      {hintId && (
        <p className="hint" id={hintId}>
          {question.hint}
        </p>
      )}
      <ErrorMessages
        id={`${key}-messages`}
        messages={messages}
        required={question.required}
        isQuiet={isQuiet && fieldMessages.length === 0}
      />
      {children(controlProps)}
    </Wrapper>
  );
}
