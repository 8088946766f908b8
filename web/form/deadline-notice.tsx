import { closedBy, closedMessage, deadlineAt, saidTime, timeLeft } from '../../shared/partners/deadlines.ts';
import { currentPartner } from '../api-client/site-config.ts';
import { useHydrated } from '../ui/use-hydrated.ts';
import { useMinute } from '../ui/use-minute.ts';

/**
 * The deadline, or a message that it has passed. Rendered only in the browser, because pages are prerendered
 * long before. A repeated notice, near the button, is not a live region: screen readers would announce each
 * change twice.
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
      {/* Always rendered: screen readers announce its changes, once a day and then once an hour. */}
      <p role={isRepeated ? undefined : 'status'}>
        {now < ends
          ? timeLeft(deadline, now)
          : `The deadline has passed. You can still submit until ${saidTime(closes, partner.timeZone)}, but your application will be marked late.`}
      </p>
    </div>
  );
}
