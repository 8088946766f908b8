import { useState } from 'react';
import { accountRoutes } from '../../shared/api/account-routes.ts';
import type { ReplyOf } from '../../shared/api/index.ts';
import { call } from '../api-client/call.ts';
import { Button } from '../ui/button.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import { toast } from '../ui/toast.ts';
import { isWideScreen } from '../ui/wide-screen.ts';
import { SectionForm } from './account-section.tsx';
import { Input } from './inputs.tsx';
import { loadSecondFactor } from './own-second-factor.ts';
import { loadSessions } from './own-sessions.ts';
import { validateAppCode } from './second-factor-checks.ts';
import { useAccountForm } from './use-account-form.ts';
import './second-factor.css';

const prefix = 'second-factor-';

interface Props {
  readonly data: ReplyOf<typeof accountRoutes.startSecondFactor>;
  /** Called when the recovery codes are saved, or for a cancel. */
  readonly onEnd: () => void;
}

/** In groups of four, as people read it out and type it. */
const inGroups = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? '';

/** Copies a text, and says so; where the browser forbids it, what to do. */
function useCopy(text: string, otherwise: string) {
  const [copied, setCopied] = useState('');
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied('Copied'),
      () => setCopied(otherwise),
    );
  return [copied, copy] as const;
}

/** The secret for the app. A phone cannot scan its own screen, so there the link comes before the QR code. */
function AppSecret({ uri, secret }: Props['data']) {
  const [copied, copy] = useCopy(secret, 'Please select the key and copy it.');
  const link = (
    <p key="link">
      <a href={uri}>Open in an app on this device</a>
    </p>
  );
  const code = <QrCode key="code" text={uri} label="QR code for your authenticator app" />;
  const isWide = isWideScreen();
  return (
    <div className="app-secret">
      {isWide ? code : [link, code]}
      <p>
        Key: <code>{inGroups(secret)}</code>
      </p>
      <p>
        <Button size="fit" onClick={copy}>
          Copy key
        </Button>{' '}
        <span role="status" className="hint">
          {copied}
        </span>
      </p>
      {isWide && link}
    </div>
  );
}

/** Shows the secret for the app, asks for its first code, and then shows the recovery codes, once. */
export default function SetUp({ data, onEnd }: Props) {
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>();
  const form = useAccountForm({
    prefix,
    initial: {},
    validate: validateAppCode,
    send: async ({ code = '' }) => {
      const body = { set_up: data.set_up, code };
      const { message, recovery_codes } = await call(accountRoutes.finishSecondFactor, { body });
      toast.success(message);
      setRecoveryCodes(recovery_codes);
      await loadSecondFactor();
      document.getElementById(`${prefix}section`)?.focus();
      // Every other device was logged out.
      await loadSessions();
    },
  });
  if (recoveryCodes !== undefined) return <RecoveryCodes codes={recoveryCodes} onSaved={onEnd} />;
  return (
    <>
      <p>Scan this code with your authenticator app, or type in the key below.</p>
      <AppSecret {...data} />
      <SectionForm name="Two-Step Login" form={form} submitLabel="Turn on">
        <Input
          id={`${prefix}code`}
          label="Code from Your App"
          inputMode="numeric"
          autoComplete="one-time-code"
          field={form.field('code')}
        />
        <p className="hint">You'll be logged out everywhere else.</p>
      </SectionForm>
      <p className="section-links">
        <button type="button" className="link" onClick={onEnd}>
          Cancel
        </button>
      </p>
    </>
  );
}

function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const [copied, copy] = useCopy(
    codes.join('\n'),
    "We couldn't copy the codes. Select them and copy them yourself.",
  );
  return (
    <>
      <h3 id="recovery-codes">Your recovery codes</h3>
      <p>
        Save these somewhere safe, not just on this phone. Each works once if you lose your phone. You won't
        see them again.
      </p>
      <ul className="recovery-codes" aria-labelledby="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="recovery-actions">
        <Button onClick={copy}>Copy codes</Button>
        <Button look="primary" onClick={onSaved}>
          I saved them
        </Button>
      </div>
      <p role="status" className="hint">
        {copied}
      </p>
    </>
  );
}
