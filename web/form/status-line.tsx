import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { resetRemovals } from '../form-state/cleared-answers.ts';
import { clearStatusMessage, useStatusMessage } from '../form-state/status-message.ts';
import { firstControl } from '../layout/use-page-arrival.tsx';

function focusOn(fieldId: string): void {
  const element =
    document.getElementById(fieldId) ??
    document.getElementsByName(fieldId)[0]?.closest<HTMLElement>('.field');
  if (element) (firstControl(element) ?? element).focus();
}

function forgetOffers(): void {
  resetRemovals();
  clearStatusMessage();
}

/**
 * Shows what a choice cleared, with a button that restores it until the page changes or a few answers later.
 */
export function StatusLine() {
  const { text, restore } = useStatusMessage();
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => forgetOffers, []);
  return (
    <div ref={line} className="status-line" tabIndex={-1} data-restore={restore !== undefined || undefined}>
      <p>
        <span>{text}</span>
      </p>
      {restore && (
        <button
          type="button"
          className="link"
          onClick={() => {
            // Render the restored fields before moving the focus to one of them.
            flushSync(restore.run);
            focusOn(restore.fieldId);
          }}
        >
          Restore
        </button>
      )}
      {text !== '' && (
        <button
          type="button"
          className="icon-button"
          aria-label="Close this message"
          onClick={() => {
            line.current?.focus({ preventScroll: true });
            forgetOffers();
          }}
        >
          <span aria-hidden="true">×</span>
        </button>
      )}
    </div>
  );
}
