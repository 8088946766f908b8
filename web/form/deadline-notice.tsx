import { deadlineTexts } from '../../shared/partners/deadlines.ts';
import { usePublishedPartner } from '../api-client/published-settings.ts';
import { useMinute } from '../ui/use-minute.ts';

/**
 * The deadline, or a message that it has passed. Pages are prerendered without it. A repeated notice, near
 * the button, has no live regions: screen readers would announce each change twice.
 */
export default function DeadlineNotice({ isRepeated = false }: { isRepeated?: boolean }) {
  const now = useMinute();
  const partner = usePublishedPartner();
  const texts = partner && deadlineTexts(partner, now);
  if (texts === undefined) return null;
  const role = isRepeated ? undefined : 'status';
  // Both lines are always rendered: screen readers announce changes of a line that is already there.
  return (
    <div className="notice deadline">
      <p role={role}>{texts.deadline}</p>
      <p role={role}>{texts.timeLeft}</p>
    </div>
  );
}
