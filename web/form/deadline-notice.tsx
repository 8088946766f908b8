import { closedBy, closedMessage, deadlineAt, saidTime, timeLeft } from '../../shared/partners/deadlines.ts';
import { currentPartner } from '../api-client/site-config.ts';
import { useHydrated } from '../ui/use-hydrated.ts';
import { useMinute } from '../ui/use-minute.ts';

/**
 * Until when to submit, or that it is too late. A page is rendered long before, so it is said only in the
 * browser. Where it is repeated, beside the button, screen readers do not say each change a second time.
 */
export default function DeadlineNotice({ isRepeated = false }: { isRepeated?: boolean }) {
  const isHydrated = useHydrated();
  const now = useMinute();
  const partner = currentPartner();
  if (!isHydrated) return null;
  const closed = closedBy(partner, now);
  if (closed) return <p className="notice">{closedMessage(partner, closed)}</p>;
  const deadline = deadlineAt(partner, now);
  if (deadline === undefined) return null;
  const { label, at, ends, closes } = deadline;
  return (
    <div className="notice deadline">
      <p>
        {label}: submit by {saidTime(at, partner.timeZone)}.
      </p>
      {/* Always there, so that screen readers say it when it changes: once a day, then once an hour. */}
      <p role={isRepeated ? undefined : 'status'}>
        {now < ends
          ? timeLeft(deadline, now)
          : `The deadline has passed. You can still submit until ${saidTime(closes, partner.timeZone)}, but your application will be marked late.`}
      </p>
    </div>
  );
}
