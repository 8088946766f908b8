import { useEffect } from 'react';
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

/** Shows and announces what a choice cleared, with a button that restores it until the page changes. */
export function StatusLine() {
  const { text, restore, messageId } = useStatusMessage();
  useEffect(
    () => () => {
      resetRemovals();
      clearStatusMessage();
    },
    [],
  );
  return (
    <div className="status-line" data-restore={restore !== undefined || undefined}>
      <p role="status">
        <span key={messageId}>{text}</span>
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
    </div>
  );
}
