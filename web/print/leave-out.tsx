import { useSyncExternalStore } from 'react';

/** In the URL, so that a reload and a bookmarked way of reading keep it. */
const shorter = '#answered';
const whole = '#all';

const onHashChange = (changed: () => void) => {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
};

/** Whether the reader wants to see no optional questions without an answer. */
export const useLeavesOut = (): boolean =>
  useSyncExternalStore(onHashChange, () => location.hash === shorter);

interface Props {
  readonly leavesOut: boolean;
  readonly count: number;
}

const sayLeftOut = (count: number) =>
  `${count} optional ${count === 1 ? 'question' : 'questions'} without an answer ${count === 1 ? 'is' : 'are'} left out.`;

/**
 * A link, because the view has neither buttons nor inputs. Print shows what was left out, and not the link.
 */
export function LeaveOut({ leavesOut, count }: Props) {
  if (count === 0) return null;
  return (
    <p className="service-view-switch">
      <span role="status">{leavesOut && sayLeftOut(count)}</span>
      <a href={leavesOut ? whole : shorter}>
        {leavesOut ? 'Show all questions' : 'Leave out unanswered optional questions'}
      </a>
    </p>
  );
}
