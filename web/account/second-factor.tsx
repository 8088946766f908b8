import { Suspense, useEffect, useState } from 'react';
import { accountRoutes } from '../../shared/api/account-routes.ts';
import type { ReplyOf } from '../../shared/api/index.ts';
import { call } from '../api-client/call.ts';
import { lazyWithRetry } from '../ui/lazy-with-retry.ts';
import { toast } from '../ui/toast.ts';
import { AccountTopic, SectionForm, useTopic } from './account-section.tsx';
import { validateCurrentPassword } from './checks.ts';
import { OwnCode } from './own-code.tsx';
import { OwnPassword } from './own-password.tsx';
import {
  forgetSecondFactor,
  loadSecondFactor,
  type SecondFactorStatus,
  useSecondFactor,
} from './own-second-factor.ts';
import { validateEitherCode } from './second-factor-checks.ts';
import { useAccountForm } from './use-account-form.ts';

type SetUpData = ReplyOf<typeof accountRoutes.startSecondFactor>;

/** Other forms on the page have fields with the same names. */
const prefix = 'second-factor-';
const headingId = `${prefix}section`;
const focusHeading = () => document.getElementById(headingId)?.focus();

/** Loaded when the applicant adds an app, because it includes the QR code. */
const SetUp = lazyWithRetry(() => import('./second-factor-set-up.tsx'));

/** The authenticator app of the account. Hidden if the university does not offer one. */
export function SecondFactor() {
  const status = useSecondFactor();
  const topic = useTopic(headingId);
  const [setUp, setSetUp] = useState<SetUpData>();
  useEffect(() => {
    void loadSecondFactor();
    return forgetSecondFactor;
  }, []);
  const endSetUp = () => {
    setSetUp(undefined);
    focusHeading();
  };
  if (status === undefined || !(status.is_offered || status.is_on)) return null;
  return (
    <AccountTopic
      topic={topic}
      title="Two-step login"
      now={
        status.is_on ? (
          <>
            <strong>On.</strong> We ask for a code from your app when you log in.
          </>
        ) : (
          'Off'
        )
      }
    >
      {setUp === undefined ? (
        <Change status={status} onSetUp={setSetUp} />
      ) : (
        <Suspense fallback={<p className="hint">Loading...</p>}>
          {/* It is on before its recovery codes are saved. */}
          <SetUp data={setUp} onEnd={endSetUp} />
        </Suspense>
      )}
    </AccountTopic>
  );
}

interface AddProps {
  readonly onSetUp: (data: SetUpData) => void;
}

const Change = ({ status, onSetUp }: AddProps & { status: SecondFactorStatus }) =>
  status.is_on ? <TurnOff recoveryCodes={status.recovery_codes} /> : <Add onSetUp={onSetUp} />;

function Add({ onSetUp }: AddProps) {
  const form = useAccountForm({
    prefix,
    initial: {},
    validate: validateCurrentPassword,
    send: async ({ current_password = '' }) => {
      onSetUp(await call(accountRoutes.startSecondFactor, { body: { current_password } }));
      focusHeading();
    },
  });
  return (
    <>
      <p className="hint">
        Two-step login uses an authenticator app on your phone, which shows 6 new numbers every 30 seconds.
        Once it's on, a stolen password isn't enough to get in. You'll also need the 6 numbers.
      </p>
      <SectionForm name="Two-Step Login" form={form} submitLabel="Set up two-step login">
        <OwnPassword prefix={prefix} form={form} />
      </SectionForm>
    </>
  );
}

function TurnOff({ recoveryCodes }: { recoveryCodes: number }) {
  const form = useAccountForm({
    prefix,
    initial: {},
    validate: (values) => ({ ...validateCurrentPassword(values), ...validateEitherCode(values) }),
    send: async ({ current_password = '', code = '' }) => {
      const body = { current_password, code };
      toast.success((await call(accountRoutes.endSecondFactor, { body })).message);
      await loadSecondFactor();
      focusHeading();
    },
  });
  return (
    <>
      <p className="hint">
        {recoveryCodes === 1 ? '1 recovery code is' : `${recoveryCodes} recovery codes are`} left. To get new
        codes or change phones, turn two-step login off, then set it up again.
      </p>
      <SectionForm name="Two-Step Login" form={form} submitLabel="Turn off">
        <OwnPassword prefix={prefix} form={form} />
        <OwnCode prefix={prefix} form={form} />
      </SectionForm>
    </>
  );
}
