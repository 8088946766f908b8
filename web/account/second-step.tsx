import { useState } from 'react';
import { accountRoutes } from '../../shared/api/account-routes.ts';
import { call } from '../api-client/call.ts';
import { ServerError } from '../api-client/errors.ts';
import { AccountCard } from './account-card.tsx';
import { Input } from './inputs.tsx';
import { validateAppCode, validateRecoveryCode } from './second-factor-checks.ts';
import { useAccountForm } from './use-account-form.ts';

interface Props {
  readonly onDone: (message: string) => void;
  /** The password is needed again; with the error that says why, unless the user chose it. */
  readonly onAgain: (error?: ServerError) => void;
}

const needsPassword = (error: unknown): error is ServerError =>
  error instanceof ServerError && error.body.again === true;

/** The second step of a log-in: the code of an authenticator app, or a recovery code. */
export default function SecondStep({ onDone, onAgain }: Props) {
  const [isRecovery, setRecovery] = useState(false);
  const form = useAccountForm({
    initial: {},
    validate: isRecovery ? validateRecoveryCode : validateAppCode,
    send: async ({ code = '' }) => {
      try {
        onDone((await call(accountRoutes.answerCode, { body: { code } })).message);
      } catch (error) {
        if (!needsPassword(error)) throw error;
        onAgain(error);
      }
    },
  });
  const switchKind = () => {
    form.reset();
    setRecovery(!isRecovery);
    document.getElementById('code')?.focus();
  };
  return (
    <AccountCard title="Enter Your Code" name="Code Card" form={form}>
      <Input
        id="code"
        label={isRecovery ? 'Recovery Code' : 'Code from Your App'}
        describedBy="code-hint"
        {...(isRecovery
          ? { autoComplete: 'off' }
          : { inputMode: 'numeric' as const, autoComplete: 'one-time-code' })}
        field={form.field('code')}
      />
      <p id="code-hint" className="hint">
        {isRecovery
          ? 'One of the 10 codes you saved when you set up the app.'
          : 'Open your authenticator app and enter the 6 numbers it shows for this site.'}
      </p>
      <p className="card-links">
        <button type="button" className="link" onClick={switchKind}>
          {isRecovery ? 'Use the app instead' : 'Use a recovery code instead'}
        </button>
        <button type="button" className="link" onClick={() => onAgain()}>
          Start over
        </button>
      </p>
    </AccountCard>
  );
}
