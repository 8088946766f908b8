import { maintenanceAt } from '../../shared/partners/maintenance.ts';
import { usePublishedPartner } from '../api-client/published-settings.ts';
import { useMinute } from '../ui/use-minute.ts';
import './maintenance-notice.css';

/** Planned maintenance, from a week before on every page. */
export default function MaintenanceNotice() {
  const now = useMinute();
  const partner = usePublishedPartner();
  const texts = partner === undefined ? [] : maintenanceAt(partner, now);
  if (texts.length === 0) return null;
  return (
    <aside className="maintenance" aria-label="Planned maintenance">
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </aside>
  );
}
