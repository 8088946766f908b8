import { useSyncExternalStore } from 'react';

/** Stored in the URL hash, to survive reloads and bookmarks. */
const shorter = '#answered';
const whole = '#all';

const onHashChange = (changed: () => void) => {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
};

/** True if the reader hides optional questions without an answer. */
export const useLeavesOut = (): boolean =>
  useSyncExternalStore(onHashChange, () => location.hash === shorter);

interface Props {
  readonly leavesOut: boolean;
  readonly count: number;
}

const sayLeftOut = (count: number) =>
  `${count} optional ${count === 1 ? 'question' : 'questions'} without an answer ${count === 1 ? 'is' : 'are'} left out.`;

/**
 * A link, because the view has neither buttons nor inputs. In print, the message about hidden questions stays
 * and the link disappears.
 */
export function LeaveOut({ leavesOut, count }: Props) {
  if (count === 0) return null;
  return (
    <p className="staff-view-switch">
      <span role="status">{leavesOut && sayLeftOut(count)}</span>
      <a href={leavesOut ? whole : shorter}>
        {leavesOut ? 'Show all questions' : 'Leave out unanswered optional questions'}
      </a>
    </p>
  );
}
