import { useSaving } from '../form-state/save-status.ts';
import { useSnapshot } from '../session/session.ts';

const clock = (at: number) =>
  new Date(at)
    .toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })
    .replace(' ', ' ')
    .replace('AM', 'am')
    .replace('PM', 'pm');

/** How saving stands, in one quiet line. */
export function SavingLine() {
  const { state, at, reason } = useSaving();
  const isLoggedIn = useSnapshot(({ is_logged_in }) => is_logged_in);
  const words = {
    idle: '',
    saving: 'Saving',
    saved: at === 0 ? '' : `Saved at ${clock(at)}`,
    failed: 'Not saved - we will keep trying',
    refused: `Not saved. ${reason}`,
  }[state];
  return (
    <p className="saving-line" data-state={state} role="status">
      {isLoggedIn ? words : ''}
    </p>
  );
}
