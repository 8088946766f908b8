import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Problem } from './problem.tsx';

interface Props {
  readonly title: string;
  /** The label of the button that runs the action. */
  readonly action: string;
  readonly look: 'primary' | 'danger';
  /** Runs the action. Closes the dialog before the page changes, because the focus returns then. */
  readonly run: (close: () => void) => Promise<void>;
  /** The button that opens the dialog. */
  readonly opener: (open: () => void) => ReactNode;
  readonly children: ReactNode;
}

/** Asks before it runs an action. If the action fails, the dialog stays and says why. */
export function ConfirmDialog({ title, action, look, run, opener, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  // Immediately, so that the focus has returned before the action changes the page or moves the focus.
  const close = () =>
    flushSync(() => {
      setOpen(false);
      setError(undefined);
    });
  const confirm = () => {
    setBusy(true);
    setError(undefined);
    run(close)
      .catch(setError)
      .finally(() => setBusy(false));
  };
  return (
    <>
      {opener(() => setOpen(true))}
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title={title}
        isAlert
        actions={
          <>
            <Button size="next" onClick={close}>
              Cancel
            </Button>
            <Button look={look} size="next" isBusy={isBusy} onClick={confirm}>
              {action}
            </Button>
          </>
        }
      >
        {children}
        <Problem error={error} />
      </Dialog>
    </>
  );
}
