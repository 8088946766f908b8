import { useEffect, useState } from 'react';
import { encode } from 'uqr';
import { routes } from '../../shared/api/routes.ts';
import { isEmpty, type Value } from '../../shared/form/index.ts';
import { call } from '../api-client/call.ts';
import { errorMessage } from '../api-client/errors.ts';
import { getAnswers, hasAnswers } from '../form-state/form-store.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import './device-link.css';

const title = 'Continue on another device';
const nothingYet = 'There is nothing to take along yet. Please answer a question first.';

interface State {
  readonly url?: string;
  readonly problem?: string;
}

/** What was answered; an emptied answer needs no place. */
const answered = () =>
  Object.fromEntries(
    Object.entries(getAnswers()).filter((entry): entry is [string, Value] => !isEmpty(entry[1])),
  );

async function makeLink(): Promise<State> {
  if (!hasAnswers()) return { problem: nothingYet };
  try {
    const { url } = await call(routes.deviceLink.saveAnswers, { body: { answer: answered() } });
    return { url };
  } catch (error) {
    return { problem: errorMessage(error) };
  }
}

/** The squares of a code as one path, a unit each. */
const pathOf = (rows: readonly (readonly boolean[])[]) =>
  rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');

function Code({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  return (
    <svg className="device-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code of the link">
      <path className="device-code-paper" d={`M0 0h${size}v${size}h-${size}z`} />
      <path d={pathOf(data)} />
    </svg>
  );
}

function Copy({ url }: { url: string }) {
  const [said, say] = useState('');
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => say('Copied'),
      () => say('Please select the link and copy it.'),
    );
  return (
    <>
      <Button size="next" onClick={() => void copy()}>
        Copy link
      </Button>
      <span role="status">{said}</span>
    </>
  );
}

/** The link and its code, made once when the dialog opens. */
export default function DeviceLink({ onClose }: { onClose: () => void }) {
  const [{ url, problem }, setState] = useState<State>({});
  useEffect(() => {
    void makeLink().then(setState);
  }, []);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      actions={
        <Button look="primary" size="next" onClick={onClose}>
          Close
        </Button>
      }
    >
      <p role="status">{url === undefined && problem === undefined ? 'Making your link' : problem}</p>
      {url !== undefined && (
        <div className="device-link">
          <p>Scan the code with the other device, or open this link there:</p>
          <Code text={url} />
          <p className="device-address">
            <a href={url}>{url}</a>
          </p>
          <Copy url={url} />
          <p className="hint">
            It works for 24 hours. Whoever has it can see your answers, so keep it to yourself. Files need an
            account.
          </p>
        </div>
      )}
    </Dialog>
  );
}
