import { type ReactNode, useEffect } from 'react';
import { type SaveState, useSaveStatus } from '../form-state/save-status.ts';
import { useSession } from '../session/session.ts';
import { speak } from '../ui/speak.ts';

const formatClock = (at: number) =>
  new Date(at).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' });

const firstSave = 'Saved. We save your answers as you go.';
const recovery = 'Everything is saved now.';

/** Outlives the component: a page change repeats nothing. */
let lastSpoken = '';

/** Speaks the first save of a visit, failures and recoveries. Sighted users see every save. */
function useSpokenSaves(state: SaveState, message: string): void {
  useEffect(() => {
    if (state === 'saving') return;
    if (state === 'idle') {
      lastSpoken = '';
      return;
    }
    const savedText = lastSpoken === '' || lastSpoken === firstSave ? firstSave : recovery;
    const text = state === 'saved' ? savedText : message;
    if (text !== lastSpoken) speak(text);
    lastSpoken = text;
  }, [state, message]);
}

/** Shows whether the last changes are saved. */
export function SaveStatusLine() {
  const { state, at, reason } = useSaveStatus();
  const isLoggedIn = useSession(({ is_logged_in }) => is_logged_in);
  const message = {
    idle: '',
    saving: 'Saving...',
    saved: at === 0 ? '' : `Saved at ${formatClock(at)}`,
    failed: "Not saved yet. We'll keep trying.",
    rejected: `Not saved. ${reason}`,
  }[state];
  useSpokenSaves(isLoggedIn ? state : 'idle', message);
  return (
    <p className="saving-line" data-state={state}>
      {isLoggedIn ? message : ''}
    </p>
  );
}

/** A line that stays at the top while validating: what is left to fix, and the save status. */
export const StatusStrip = ({ children }: { children?: ReactNode }) => (
  <div className="row status-strip">
    {children}
    <SaveStatusLine />
  </div>
);
