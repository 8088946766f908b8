import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { useAction } from './use-action.ts';

interface Confirmation {
  readonly isOpen: boolean;
  readonly isBusy: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/**
 * The state of a `ConfirmDialog`. `run` is the action; it closes the dialog before the page changes or the
 * focus moves, because closing returns the focus. If it fails, the dialog stays open.
 */
export function useConfirmation(run: (close: () => void) => Promise<unknown>) {
  const [isOpen, setOpen] = useState(false);
  const { run: confirm, isBusy, error, clearError } = useAction(run);
  const close = () =>
    flushSync(() => {
      setOpen(false);
      clearError();
    });
  const dialog: Confirmation = { isOpen, isBusy, onClose: close, onConfirm: () => confirm(close) };
  return { ask: () => setOpen(true), error, dialog };
}

interface Props extends Confirmation {
  readonly title: string;
  /** The label of the button that runs the action. */
  readonly action: string;
  readonly cancel?: string;
  readonly look?: 'primary' | 'danger';
  readonly size?: 'next' | 'regular';
  readonly children: ReactNode;
}

/** Asks before an action. */
export const ConfirmDialog = ({ isOpen, isBusy, onClose, onConfirm, title, ...rest }: Props) => {
  const { action, cancel = 'Cancel', look = 'danger', size = 'regular', children } = rest;
  return (
    <Dialog
      {...{ isOpen, onClose, title }}
      isAlert
      actions={
        <>
          <Button size={size} onClick={onClose}>
            {cancel}
          </Button>
          <Button look={look} size={size} isBusy={isBusy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
};
