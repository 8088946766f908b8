import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { isWanted, problemKey, type Question } from '../../shared/form/index.ts';
import { context } from '../form/our-form.ts';
import { standing } from '../form/standing.ts';
import { useIsQuiet, useMessages } from '../form/wrong.ts';
import { Messages } from '../ui/messages.tsx';

/** What a control needs to be named, described and marked. */
export interface Marks {
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
  readonly children: (marks: Marks) => ReactNode;
}

const Optional = () => <span className="optional"> (optional)</span>;

/** A rule may want an answer only as others stand, as a ZIP code in one country and not in another. */
const OptionalByRule = ({ question }: { question: Question }) =>
  useStore(standing, ({ answers }) => !isWanted(question, answers, context())) && <Optional />;

function Label({ question }: { question: Question }) {
  const { label, check, required } = question;
  return (
    <>
      {label}
      {check !== undefined ? <OptionalByRule question={question} /> : required === undefined && <Optional />}
    </>
  );
}

/** The wrapper carries the key as its id: that is where summary links lead (decision D-22). */
export function Frame({ name, question, group, hasOwnLabel = false, own = [], children }: Props) {
  const key = problemKey(name, question);
  const messages = [...useMessages(key), ...own];
  const isQuiet = useIsQuiet();
  const isInvalid = messages.length > 0 || undefined;
  const describedBy = `${key}-hint ${key}-messages`;
  const inside = (
    <>
      <p className="hint" id={`${key}-hint`}>
        {question.hint}
      </p>
      <Messages
        id={`${key}-messages`}
        messages={messages}
        required={question.required}
        isQuiet={isQuiet && own.length === 0}
      />
      {children({ id: `${key}-control`, isInvalid, describedBy })}
    </>
  );
  const marks = { id: key, className: 'field', 'data-width': question.width, 'data-invalid': isInvalid };
  if (group !== undefined)
    return (
      <fieldset
        {...marks}
        role={group}
        aria-describedby={describedBy}
        {...(group === 'radiogroup'
          ? { 'aria-invalid': isInvalid, 'aria-required': question.required !== undefined || undefined }
          : {})}
      >
        <legend>
          <Label question={question} />
        </legend>
        {inside}
      </fieldset>
    );
  return (
    <div {...marks}>
      {!hasOwnLabel && (
        <label htmlFor={`${key}-control`}>
          <Label question={question} />
        </label>
      )}
      {inside}
    </div>
  );
}
