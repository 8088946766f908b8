import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';

interface Props {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title?: string;
  /** One with 'full' fills a phone, and has too much content to be read as its description. */
  readonly size?: 'small' | 'medium' | 'large' | 'full';
  /** An alert requires an answer before anything else. */
  readonly isAlert?: boolean;
  readonly children: ReactNode;
  /** A button that closes the dialog by default. */
  readonly actions?: ReactNode;
}

/** The browser's modal dialog: it traps the focus, restores it, and closes on Esc. */
export function Dialog({
  isOpen,
  onClose,
  title = 'Error',
  size = 'small',
  isAlert,
  children,
  actions = (
    <Button look="primary" onClick={onClose}>
      Close
    </Button>
  ),
}: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const shown = dialog.current;
    if (!isOpen) return shown?.close();
    shown?.showModal();
    // The browser focuses the first button, which scrolls a long text to its end.
    const heading = shown?.querySelector('h2');
    if (isAlert || !heading || shown?.scrollTop === 0) return;
    heading.tabIndex = -1;
    heading.focus();
  }, [isOpen, isAlert]);
  // A dialog that is removed while it is open would not return the focus.
  useLayoutEffect(() => {
    const shown = dialog.current;
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      data-size={size}
      role={isAlert ? 'alertdialog' : undefined}
      aria-labelledby={`${id}-title`}
      aria-describedby={size === 'full' ? undefined : `${id}-text`}
      onClose={onClose}
    >
      {isOpen && (
        <>
          <h2 id={`${id}-title`}>{title}</h2>
          <div id={`${id}-text`} className="stack dialog-text">
            {children}
          </div>
          <div className="row dialog-actions">{actions}</div>
        </>
      )}
    </dialog>
  );
}
