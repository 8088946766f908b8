import { useState } from 'react';
import { accountRoutes } from '../../shared/api/account-routes.ts';
import { call } from '../api-client/call.ts';
import { saveAll } from '../session/log-out.ts';
import { setSession, useSession } from '../session/session.ts';
import { setDraftOwner } from '../session/unsaved-answers.ts';
import { toast } from '../ui/toast.ts';
import { AccountTopic, SectionForm, useTopic } from './account-section.tsx';
import { email, mailedCode, password, sixDigitCode } from './fields.ts';
import { useAccountForm } from './use-account-form.ts';

const prefix = 'address-';
const headingId = 'address-section';

/** Changes the address of the account: first the new one, then a code from each mailbox. */
export function ChangeAddress() {
  const username = useSession((state) => state.username);
  const topic = useTopic(headingId);
  /** The server's message about the codes; undefined until they are requested. */
  const [sentMessage, setSentMessage] = useState<string>();
  const showStep = (message: string | undefined) => {
    setSentMessage(message);
    // The pressed button was removed, and the focus with it.
    document.getElementById(headingId)?.focus();
  };
  return (
    <AccountTopic
      topic={topic}
      title="Email address"
      now={
        <>
          You log in with <strong translate="no">{username.toLowerCase()}</strong>
        </>
      }
    >
      {sentMessage === undefined ? (
        <AskForCodes onSent={showStep} />
      ) : (
        <EnterCodes
          message={sentMessage}
          onRestart={() => showStep(undefined)}
          onDone={() => {
            setSentMessage(undefined);
            topic.close();
          }}
        />
      )}
    </AccountTopic>
  );
}

interface AskProps {
  readonly onSent: (message: string) => void;
}

function AskForCodes({ onSent }: AskProps) {
  const form = useAccountForm({
    prefix,
    fields: {
      username: { ...email(), label: 'New Email Address', autoComplete: 'email' },
      current_password: password('Password'),
    },
    send: async (values) => {
      const { username: address = '', current_password = '' } = values;
      const body = { username: address, current_password };
      onSent((await call(accountRoutes.changeAddress, { body })).message);
    },
  });
  return (
    <>
      <SectionForm name="Email Address" form={form} submitLabel="Send codes">
        <p className="hint">
          We'll send a code to both addresses. Can't get into your old email? Contact us (see Help below).
        </p>
      </SectionForm>
      <p className="section-links">
        <button type="button" className="link" onClick={() => onSent('')}>
          Enter my codes
        </button>
      </p>
    </>
  );
}

interface EnterProps {
  readonly message: string;
  readonly onRestart: () => void;
  readonly onDone: () => void;
}

function EnterCodes({ message, onRestart, onDone }: EnterProps) {
  const form = useAccountForm({
    prefix,
    fields: {
      current_code: mailedCode('Code from Your Current Address'),
      code: mailedCode('Code from Your New Address'),
    },
    send: async ({ code, current_code }) => {
      // The session continues with another cookie: a save with the old one would be rejected.
      await saveAll();
      const body = { code: sixDigitCode(code), current_code: sixDigitCode(current_code) };
      const changed = await call(accountRoutes.confirmAddress, { body });
      setSession({ username: changed.username });
      await setDraftOwner(changed.username);
      toast.success(changed.message);
      onDone();
    },
  });
  return (
    <>
      {message !== '' && (
        <p className="hint sent" role="status">
          {message} If one doesn't arrive within a minute, check your spam folder.
        </p>
      )}
      <SectionForm name="Email Address" form={form} submitLabel="Change email address" />
      <p className="section-links">
        <button type="button" className="link" onClick={onRestart}>
          Start over
        </button>
      </p>
    </>
  );
}
