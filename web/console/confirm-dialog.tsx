import { type ReactNode, useState } from 'react';
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
  const [error, setError] = useState<unknown>();
  const close = () => {
    setOpen(false);
    setError(undefined);
  };
  const confirm = () => {
    setError(undefined);
    run(close).catch(setError);
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
            <Button look={look} size="next" onClick={confirm}>
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
