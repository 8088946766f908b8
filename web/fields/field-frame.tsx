import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { errorKey, isRequired, type Question } from '../../shared/form/index.ts';
import { useUndoOffer } from '../form-state/edit-answer.ts';
import { useFieldErrors, useFormatHint } from '../form-state/errors.ts';
import { formStore } from '../form-state/form-store.ts';
import { firstControl } from '../ui/dom.ts';
import { ErrorMessages } from '../ui/error-messages.tsx';
import { useSpoken } from '../ui/speak.ts';

/** Says under a question which answers its change has cleared, and undoes the change. */
function UndoLine({ place }: { readonly place: string }) {
  const offer = useUndoOffer(place);
  const line = useRef<HTMLParagraphElement>(null);
  if (offer === undefined) return null;
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

const ConditionalFrame = (props: Props) => (
  <Frame {...props} isRequired={formStore.use(({ answers }) => isRequired(props.question, answers))} />
);

/** The expected format, shown while the answer has another one. Announced politely: it is not an error. */
function FormatHint({ id, name, isHidden }: { id: string; name: string; isHidden: boolean }) {
  const hint = useFormatHint(name);
  const shown = isHidden ? '' : hint;
  useSpoken(shown);
  return (
    <p id={id} className="hint format-hint">
      {shown}
    </p>
  );
}

/**
 * True if messages appear without an announcement: when the page opens, and when Submit shows many together.
 */
function useIsSilent(isQuiet: boolean, ownMessage: string, hasErrors: boolean): boolean {
  const [known, setKnown] = useState({ isQuiet, ownMessage });
  const isFixed = ownMessage === '' && known.ownMessage !== '';
  if (isFixed || known.isQuiet !== isQuiet)
    setKnown({ isQuiet, ownMessage: isFixed || isQuiet ? ownMessage : known.ownMessage });
  const isOwnNew = ownMessage !== '' && ownMessage !== known.ownMessage;
  return isQuiet ? !isOwnNew : !hasErrors && ownMessage !== '' && !isOwnNew;
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
  const { messages: errors, isQuiet } = useFieldErrors(key);
  const isReplaced = replacesErrors && fieldMessages.length > 0;
  const messages = isReplaced ? fieldMessages : [...errors, ...fieldMessages];
  const isSilent = useIsSilent(isQuiet, fieldMessages.join(' '), errors.length > 0 && !isReplaced);
  const isInvalid = messages.length > 0 || undefined;
  const { hint, formatHint } = question;
  const hintId = hint === undefined ? '' : `${key}-hint`;
  const formatId = formatHint === undefined ? '' : `${key}-format`;
  const controlProps = {
    id: `${key}-control`,
    isInvalid,
    isRequired: isRequired || undefined,
    describedBy: [hintId, `${key}-messages`, formatId].filter(Boolean).join(' '),
  };
  const Wrapper = group === undefined ? 'div' : 'fieldset';
  const label = labelOf(question, isRequired);
  const hintText = hintId && (
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
      <ErrorMessages id={`${key}-messages`} messages={messages} question={question} isQuiet={isSilent} />
      {formatHint !== undefined && <FormatHint id={formatId} name={name} isHidden={isInvalid === true} />}
      {children(controlProps)}
      {hasOwnLabel && hintText}
      <UndoLine place={name} />
    </Wrapper>
  );
}
