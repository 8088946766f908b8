import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { resetRemovals } from '../form-state/cleared-answers.ts';
import { clearStatusMessage, useStatusMessage } from '../form-state/status-message.ts';
import { firstControl } from '../layout/use-page-arrival.tsx';

function focusOn(at: string): void {
  const place =
    document.getElementById(at) ?? document.getElementsByName(at)[0]?.closest<HTMLElement>('.field');
  if (place) (firstControl(place) ?? place).focus();
}

/** What a choice removed, said politely and in sight, with the way back until the page is left. */
export function StatusLine() {
  const { text, restore, times } = useStatusMessage();
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
        <span key={times}>{text}</span>
      </p>
      {restore && (
        <button
          type="button"
          className="link"
          onClick={() => {
            // What comes back is on the page before the focus goes there.
            flushSync(restore.act);
            focusOn(restore.at);
          }}
        >
          Restore
        </button>
      )}
    </div>
  );
}
