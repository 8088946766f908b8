import { Suspense, useEffect, useState } from 'react';
import type { ReplyOf } from '../../shared/api/index.ts';
import { routes } from '../../shared/api/routes.ts';
import { call } from '../api-client/call.ts';
import { lazyWithRetry } from '../ui/lazy-with-retry.ts';
import { toast } from '../ui/toast.ts';
import { AccountTopic, SectionForm, useTopic } from './account-section.tsx';
import { validateCurrentPassword } from './checks.ts';
import { PasswordInput } from './inputs.tsx';
import { OwnCode } from './own-code.tsx';
import { forgetSecondFactor, loadSecondFactor, useSecondFactor } from './own-second-factor.ts';
import { validateEitherCode } from './second-factor-checks.ts';
import { type AccountForm, useAccountForm } from './use-account-form.ts';

type SetUpData = ReplyOf<typeof routes.account.startSecondFactor>;

/** Other forms of the page have fields of the same names. */
const prefix = 'second-factor-';
const headingId = `${prefix}section`;
const focusHeading = () => document.getElementById(headingId)?.focus();

/** With the QR code: it loads when somebody adds an app. */
const SetUp = lazyWithRetry(() => import('./second-factor-set-up.tsx'));

/** The authenticator app of the account. Shows nothing where the university offers none. */
export function SecondFactor() {
  const status = useSecondFactor();
  const topic = useTopic(headingId);
  useEffect(() => {
    void loadSecondFactor();
    return forgetSecondFactor;
  }, []);
  const change = async () => {
    await loadSecondFactor();
    focusHeading();
  };
  if (status === undefined || !(status.is_offered || status.is_on)) return null;
  return (
    <AccountTopic
      topic={topic}
      title="Authenticator app"
      now={
        status.is_on ? (
          <>
            <strong>On.</strong> Logging in asks for the code of your app.
          </>
        ) : (
          'Off'
        )
      }
    >
      {status.is_on ? (
        <TurnOff recoveryCodes={status.recovery_codes} onDone={change} />
      ) : (
        <Add onDone={change} />
      )}
    </AccountTopic>
  );
}

interface ChangeProps {
  readonly onDone: () => Promise<void>;
}

function Add({ onDone }: ChangeProps) {
  const [setUp, setSetUp] = useState<SetUpData>();
  const form = useAccountForm({
    prefix,
    initial: {},
    validate: validateCurrentPassword,
    send: async ({ current_password = '' }) => {
      setSetUp(await call(routes.account.startSecondFactor, { body: { current_password } }));
      form.reset();
      focusHeading();
    },
  });
  const cancel = () => {
    setSetUp(undefined);
    focusHeading();
  };
  if (setUp !== undefined)
    return (
      <Suspense fallback={<p className="hint">Loading...</p>}>
        <SetUp data={setUp} onDone={onDone} onCancel={cancel} />
      </Suspense>
    );
  return (
    <>
      <p className="hint">
        An app on your phone shows 6 numbers that change every 30 seconds. With it, your password alone lets
        nobody in: logging in asks for these numbers too. You can use any authenticator app.
      </p>
      <SectionForm name="Authenticator App" form={form} submitLabel="Add an authenticator app">
        <OwnPassword form={form} />
      </SectionForm>
    </>
  );
}

const OwnPassword = ({ form }: { form: AccountForm }) => (
  <PasswordInput
    id={`${prefix}current_password`}
    label="Your Password"
    autoComplete="current-password"
    field={form.field('current_password')}
  />
);

function TurnOff({ recoveryCodes, onDone }: ChangeProps & { recoveryCodes: number }) {
  const form = useAccountForm({
    prefix,
    initial: {},
    validate: (values) => ({ ...validateCurrentPassword(values), ...validateEitherCode(values) }),
    send: async ({ current_password = '', code = '' }) => {
      const body = { current_password, code };
      toast.success((await call(routes.account.endSecondFactor, { body })).message);
      await onDone();
    },
  });
  return (
    <>
      <p className="hint">
        {recoveryCodes === 1 ? '1 recovery code is' : `${recoveryCodes} recovery codes are`} left. For new
        ones, or another phone, turn it off and add an app again.
      </p>
      <SectionForm name="Authenticator App" form={form} submitLabel="Turn off">
        <OwnPassword form={form} />
        <OwnCode prefix={prefix} form={form} />
      </SectionForm>
    </>
  );
}
