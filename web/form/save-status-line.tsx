import { useSaveStatus } from '../form-state/save-status.ts';
import { useSession } from '../session/session.ts';

const formatClock = (at: number) =>
  new Date(at)
    .toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })
    .replace(' ', ' ')
    .replace('AM', 'am')
    .replace('PM', 'pm');

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
  return (
    <p className="saving-line" data-state={state} role="status">
      {isLoggedIn ? message : ''}
    </p>
  );
}
