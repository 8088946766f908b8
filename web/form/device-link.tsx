import { useEffect, useState } from 'react';
import { encode } from 'uqr';
import { visitorRoutes } from '../../shared/api/application-routes.ts';
import { isEmpty, type Value } from '../../shared/form/index.ts';
import { call } from '../api-client/call.ts';
import { errorMessage } from '../api-client/errors.ts';
import { getAnswers, hasAnswers } from '../form-state/form-store.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import '../ui/qr-code.css';
import './device-link.css';

/** The dark modules of a QR code as one SVG path, with a unit square each. */
const qrPath = (rows: readonly (readonly boolean[])[]) =>
  rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');

/**
 * A QR code for the camera of another device. Callers also show a text alternative for users who cannot scan
 * it.
 */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path className="qr-code-base" d={`M0 0h${size}v${size}h-${size}z`} />
      <path d={qrPath(data)} />
    </svg>
  );
}

const title = 'Continue on your phone';
const emptyMessage = 'Answer a question first, then you can continue on your phone.';

interface LinkState {
  readonly url?: string;
  readonly error?: string;
}

/** All answers except empty ones. */
const givenAnswers = () =>
  Object.fromEntries(
    Object.entries(getAnswers()).filter((entry): entry is [string, Value] => !isEmpty(entry[1])),
  );

async function makeLink(): Promise<LinkState> {
  if (!hasAnswers()) return { error: emptyMessage };
  try {
    const { url } = await call(visitorRoutes.saveAnswers, { body: { answer: givenAnswers() } });
    return { url };
  } catch (error) {
    return { error: errorMessage(error) };
  }
}

/** The link and its QR code, created once when the dialog opens. */
export default function DeviceLink({ onClose }: { onClose: () => void }) {
  const [{ url, error }, setState] = useState<LinkState>({});
  useEffect(() => {
    void makeLink().then(setState);
  }, []);
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <p role="status">{url === undefined && error === undefined ? 'Creating your link...' : error}</p>
      {url !== undefined && (
        <div className="stack device-link">
          <p>Scan this code with your phone, or open this link on another device:</p>
          <QrCode text={url} label="QR code for the link" />
          <p className="device-address">
            <a href={url}>{url}</a>
          </p>
          <CopyButton text={url} what="link" />
          <p className="hint">
            This link works for 24 hours. Anyone who has it can see your answers, so keep it private. It
            leaves out your Alien Registration Number and your legal history, so you'll need to enter those
            again. To upload files, you need an account.
          </p>
        </div>
      )}
    </Dialog>
  );
}
