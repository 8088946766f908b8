import { useEffect, useState } from 'react';
import {
  commonPassword,
  passwordRequirements,
  passwordsMustMatch,
  passwordTooLong,
} from '../../shared/rules/password.ts';
import { prepareCommonPasswords } from './common-password.ts';
import './requirements.css';

const announcementDelayMs = 1_000;

type State = 'inactive' | 'error' | 'success';
const stateTexts = { inactive: '', error: ' (not met)', success: ' (met)' } as const;

/** Inactive while the password is empty, then error or success. */
const stateOf = (message: string, isActive: boolean, errors: readonly string[]): State => {
  if (!isActive) return 'inactive';
  return errors.includes(message) ? 'error' : 'success';
};

/** The text after it has not changed for a second, so that a screen reader is not interrupted. */
function useDebouncedText(text: string): string {
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(text), announcementDelayMs);
    return () => clearTimeout(timer);
  }, [text]);
  return announced;
}

const unmetMessage = "Your password doesn't meet every requirement yet.";

/** Listed only while a password does not meet them. */
const seldom: readonly string[] = [passwordTooLong, commonPassword];

const listed: readonly string[] = [...passwordRequirements.map(({ message }) => message), ...seldom];

/**
 * One message for all unmet requirements, which the list already shows. The server's own message is in no
 * list.
 */
const summaryOf = (messages: readonly string[]): readonly string[] => {
  const others = messages.filter((message) => !listed.includes(message));
  return others.length > 0 ? others : [unmetMessage];
};

/**
 * The field with a summary of its messages. Before the first submission it has none, because a message would
 * move the button that the user is about to press.
 */
export const summarizeRequirements = <Field extends { readonly messages: readonly string[] }>(
  field: Field,
  isSent: boolean,
): Field => ({
  ...field,
  messages: isSent && field.messages.length > 0 ? summaryOf(field.messages) : [],
});

interface Props {
  readonly password: string;
  readonly errors: readonly string[];
  /** The errors of the second password field, which must match, if there is one. */
  readonly confirmation: readonly string[] | undefined;
}

/** The requirements of a new password, checked off while the user types. */
export function Requirements({ password, errors, confirmation }: Props) {
  useEffect(() => prepareCommonPasswords(password), [password]);
  const allRules = passwordRequirements.map(({ message }) => message);
  const items = [
    ...[...allRules, ...errors.filter((message) => seldom.includes(message))].map((message) => ({
      message,
      state: stateOf(message, password !== '', errors),
    })),
    ...(confirmation === undefined
      ? []
      : [
          {
            message: passwordsMustMatch,
            state: stateOf(passwordsMustMatch, password !== '', confirmation),
          },
        ]),
  ];
  const met = items.filter(({ state }) => state === 'success').length;
  const announced = useDebouncedText(password === '' ? '' : `${met} of ${items.length} requirements met`);
  return (
    <div className="requirements">
      <p id="requirements">Your password:</p>
      <ul aria-labelledby="requirements">
        {items.map(({ message, state }) => (
          <li key={message} data-state={state}>
            <span>{message}</span>
            <span className="unseen">{stateTexts[state]}</span>
          </li>
        ))}
      </ul>
      <p className="unseen" role="status">
        {announced}
      </p>
    </div>
  );
}
