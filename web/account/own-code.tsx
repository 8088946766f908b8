import { useState } from 'react';
import type { AccountErrors, AccountValues } from './checks.ts';
import { Input } from './inputs.tsx';
import { useSecondFactor } from './own-second-factor.ts';
import { validateEitherCode } from './second-factor-checks.ts';
import type { AccountForm } from './use-account-form.ts';

// The code of the second factor, in forms that ask for the password again. Accounts without one see no field.

/** Returns the check of a form's code, which accepts any value for an account without a second factor. */
export function useCodeCheck(): (values: AccountValues) => AccountErrors {
  const isOn = useSecondFactor()?.is_on ?? false;
  return (values) => (isOn ? validateEitherCode(values) : {});
}

/** The member of a call's body. */
export const codeIn = ({ code = '' }: AccountValues): { readonly code?: string } =>
  code === '' ? {} : { code };

interface Props {
  /** Begins the id of the field. */
  readonly prefix: string;
  readonly form: AccountForm;
}

export function OwnCode({ prefix, form }: Props) {
  const isOn = useSecondFactor()?.is_on ?? false;
  const [isRecovery, setRecovery] = useState(false);
  const field = form.field('code');
  // Another tab may have turned it on since the page was loaded.
  if (!isOn && field.value === '' && field.messages.length === 0) return null;
  const id = `${prefix}code`;
  const switchKind = () => {
    field.onChange('');
    setRecovery(!isRecovery);
    document.getElementById(id)?.focus();
  };
  return (
    <>
      <Input
        id={id}
        label={isRecovery ? 'Recovery Code' : 'Code from Your App'}
        {...(isRecovery
          ? { autoComplete: 'off' }
          : { inputMode: 'numeric' as const, autoComplete: 'one-time-code' })}
        field={field}
      />
      <p className="card-links">
        <button type="button" className="link" onClick={switchKind}>
          {isRecovery ? 'Use the app instead' : 'Use a recovery code instead'}
        </button>
      </p>
    </>
  );
}
