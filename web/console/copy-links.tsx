import { useEffect, useState } from 'react';
import { applicationPath } from '../../shared/rules/console-paths.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { speak } from '../ui/speak.ts';
import type { ChosenApplication } from './chosen.ts';

/** One line for each application. The number comes first: a name could be a formula in a spreadsheet. */
export const linkLines = (applications: readonly ChosenApplication[]): string =>
  applications
    .map(({ applicant, name, confirmation }) =>
      [confirmation, name, location.origin + applicationPath(applicant)].join(' '),
    )
    .join('\n');

const shownMs = 4_000;

/** Copies the addresses of applications in the console. Colleagues open them with their own sign-in. */
export function CopyLinks({ applications }: { readonly applications: readonly ChosenApplication[] }) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state !== 'copied') return;
    const timer = setTimeout(() => setState('idle'), shownMs);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(linkLines(applications));
      setState('copied');
      speak('Links copied');
    } catch {
      setState('failed'); // the dialog has the links to copy by hand
    }
  };
  const close = () => setState('idle');
  return (
    <>
      <Button size="fit" onClick={() => void copy()}>
        {state === 'copied' ? 'Copied' : 'Copy links'}
      </Button>
      <Dialog
        isOpen={state === 'failed'}
        onClose={close}
        title="Copy the links"
        actions={
          <Button size="next" onClick={close}>
            Close
          </Button>
        }
      >
        <p>Your browser did not allow this page to copy. Select the links, and copy them yourself.</p>
        <textarea
          className="control"
          aria-label="Links"
          rows={8}
          readOnly
          value={linkLines(applications)}
          onFocus={({ target }) => target.select()}
        />
      </Dialog>
    </>
  );
}
