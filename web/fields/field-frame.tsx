import { type ReactNode, useRef } from 'react';
import { flushSync } from 'react-dom';
import { errorKey, isRequired, type Question } from '../../shared/form/index.ts';
import type { UndoOffer } from '../form-state/edit-answer.ts';
import { useFieldStatus } from '../form-state/field-status.ts';
import { useForm } from '../form-state/form-store.ts';
import { firstControl, idList } from '../ui/dom.ts';
import { ErrorMessages } from '../ui/error-messages.tsx';

/** Says under a question which answers its change has cleared, and undoes the change. */
function UndoLine({ offer }: { readonly offer: UndoOffer }) {
  const line = useRef<HTMLParagraphElement>(null);
  const undo = () => {
    const field = line.current?.closest<HTMLElement>('.field');
    flushSync(offer.undo);
    if (field) (firstControl(field) ?? field).focus();
  };
  return (
    <p ref={line} className="undo-line">
      <span>{`${offer.text} `}</span>
      <button type="button" className="link" onClick={undo}>
        Undo
      </button>
    </p>
  );
}

/** The id and ARIA properties of a control. */
export interface FieldProps {
  readonly id: string;
  readonly isInvalid: true | undefined;
  readonly isRequired: true | undefined;
  readonly describedBy: string | undefined;
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
  /**
   * True if the field's own messages replace the form's errors, because they describe the same mistake in
   * more detail.
   */
  readonly replacesErrors?: boolean;
  readonly children: (controlProps: FieldProps) => ReactNode;
}

const noMessages: readonly string[] = [];
const optional = (
  <span key="mark" className="optional">
    {' '}
    (optional)
  </span>
);

/** The label, marked while the question is optional. */
const labelOf = ({ label }: Question, isRequired: boolean): ReactNode =>
  isRequired ? <span>{label}</span> : [<span key="label">{label}</span>, optional];

const groupProps = (group: Props['group'], { isInvalid, isRequired, describedBy }: FieldProps) => ({
  role: group,
  'aria-describedby': describedBy,
  ...(group === 'radiogroup' && {
    'aria-invalid': isInvalid,
    'aria-required': isRequired,
  }),
});

/**
 * The frame of a field: label, hint and errors. Its id is the key, which summary links point to. Only a
 * question that is required under conditions, such as a ZIP code in one country, subscribes to the answers.
 */
export const FieldFrame = (props: Props) =>
  props.question.requiredWhen === undefined ? (
    <Frame {...props} isRequired={props.question.required !== undefined} />
  ) : (
    <ConditionalFrame {...props} />
  );

function ConditionalFrame(props: Props) {
  const { question } = props;
  const conditions = question.requiredWhen?.flatMap(({ when = [] }) => when) ?? [];
  const keys = conditions.map(({ key }) => key);
  return <Frame {...props} isRequired={useForm(keys, ({ answers }) => isRequired(question, answers))} />;
}

function Frame({
  name,
  question,
  group,
  hasOwnLabel = false,
  fieldMessages = noMessages,
  replacesErrors = false,
  isRequired,
  children,
}: Props & { readonly isRequired: boolean }) {
  const key = errorKey(name, question);
  const { messages: errors, isQuiet, formatHint, offer } = useFieldStatus(name, key);
  const messages = replacesErrors && fieldMessages.length > 0 ? noMessages : errors;
  const isInvalid = messages.length + fieldMessages.length > 0 || undefined;
  const expected = isInvalid ? '' : formatHint;
  const [hintId, messagesId, formatId] = [`${key}-hint`, `${key}-messages`, `${key}-format`];
  const { hint } = question;
  const controlProps = {
    id: `${key}-control`,
    isInvalid,
    isRequired: isRequired || undefined,
    describedBy: idList(hint && hintId, isInvalid && messagesId, expected && formatId),
  };
  const Wrapper = group === undefined ? 'div' : 'fieldset';
  const label = labelOf(question, isRequired);
  const hintText = hint && (
    <p className="hint" id={hintId}>
      {hint}
    </p>
  );
  return (
    <Wrapper
      id={key}
      className="field"
      data-width={question.width}
      data-invalid={isInvalid}
      {...(group !== undefined && groupProps(group, controlProps))}
    >
      {group !== undefined && <legend>{label}</legend>}
      {group === undefined && !hasOwnLabel && <label htmlFor={controlProps.id}>{label}</label>}
      {!hasOwnLabel && hintText}
      <ErrorMessages id={messagesId} ownMessages={fieldMessages} {...{ messages, question, isQuiet }} />
      {expected && (
        <p id={formatId} className="hint format-hint">
          {expected}
        </p>
      )}
      {children(controlProps)}
      {hasOwnLabel && hintText}
      {offer && <UndoLine offer={offer} />}
    </Wrapper>
  );
}
