import { useEffect, useState } from 'react';
import { passwordRequirements, passwordsMustMatch, passwordTooLong } from '../../shared/rules/password.ts';
import './requirements.css';

const pause = 1_000;

type State = 'inactive' | 'error' | 'success';
const spoken = { inactive: '', error: ' (not met)', success: ' (met)' } as const;

/** Inactive while the password is empty; then by whether its message is among the errors (point 4). */
const stateOf = (message: string, isActive: boolean, errors: readonly string[]): State => {
  if (!isActive) return 'inactive';
  return errors.includes(message) ? 'error' : 'success';
};

/** How many are met, said when the typing rests. */
function useRested(words: string): string {
  const [rested, setRested] = useState('');
  useEffect(() => {
    const waiting = setTimeout(() => setRested(words), pause);
    return () => clearTimeout(waiting);
  }, [words]);
  return rested;
}

const needsMore = 'Your password does not meet every requirement yet.';

/**
 * The list says what a password needs; once it was sent, the field says that something of it is missing. Not before: the
 * message would push away what somebody is about to press.
 */
export const summarizeRequirements = <Field extends { readonly messages: readonly string[] }>(
  field: Field,
  isSent: boolean,
): Field => ({
  ...field,
  messages: isSent && field.messages.length > 0 ? [needsMore] : [],
});

interface Props {
  readonly password: string;
  readonly errors: readonly string[];
  /** With a second field for the password there is a line that both are the same. */
  readonly confirmation?: { readonly errors: readonly string[] };
}

/** What a new password needs, ticked while it is typed. */
export function Requirements({ password, errors, confirmation }: Props) {
  const always = passwordRequirements.map(({ message }) => message);
  const items = [
    ...[...always, ...errors.filter((message) => message === passwordTooLong)].map((message) => ({
      message,
      state: stateOf(message, password !== '', errors),
    })),
    ...(confirmation
      ? [
          {
            message: passwordsMustMatch,
            state: stateOf(passwordsMustMatch, password !== '', confirmation.errors),
          },
        ]
      : []),
  ];
  const met = items.filter(({ state }) => state === 'success').length;
  const rested = useRested(password === '' ? '' : `${met} of ${items.length} requirements met`);
  return (
    <div className="requirements">
      <p id="requirements">Your password:</p>
      <ul aria-labelledby="requirements">
        {items.map(({ message, state }) => (
          <li key={message} data-state={state}>
            <span>{message}</span>
            <span className="unseen">{spoken[state]}</span>
          </li>
        ))}
      </ul>
      <p className="unseen" role="status">
        {rested}
      </p>
    </div>
  );
}
