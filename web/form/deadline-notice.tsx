import { closedBy, closedMessage, deadlineAt, saidTime, timeLeft } from '../../shared/partners/deadlines.ts';
import type { PartnerWithSettings } from '../../shared/partners/index.ts';
import { usePublishedPartner } from '../api-client/published-settings.ts';
import { useMinute } from '../ui/use-minute.ts';

interface Texts {
  readonly deadline: string;
  /** Changes once a day and then once an hour. */
  readonly timeLeft: string;
}

function textsAt(partner: PartnerWithSettings, now: number): Texts | undefined {
  const closed = closedBy(partner, now);
  if (closed) return { deadline: closedMessage(partner, closed), timeLeft: '' };
  const deadline = deadlineAt(partner, now);
  if (deadline === undefined) return undefined;
  const { label, at, ends, closes } = deadline;
  return {
    deadline: `${label}: submit by ${saidTime(at, partner.timeZone)}.`,
    timeLeft:
      now < ends
        ? timeLeft(deadline, now)
        : `The deadline has passed. You can still submit until ${saidTime(closes, partner.timeZone)}, but your application will be marked late.`,
  };
}

/**
 * The deadline, or a message that it has passed. Pages are prerendered without it. A repeated notice, near
 * the button, has no live regions: screen readers would announce each change twice.
 */
export default function DeadlineNotice({ isRepeated = false }: { isRepeated?: boolean }) {
  const now = useMinute();
  const partner = usePublishedPartner();
  const texts = partner && textsAt(partner, now);
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
