import { maintenanceAt } from '../../shared/partners/maintenance.ts';
import { currentPartner } from '../api-client/site-config.ts';
import { useHydrated } from '../ui/use-hydrated.ts';
import { useMinute } from '../ui/use-minute.ts';
import './maintenance-notice.css';

/** Planned maintenance, from a week before on every page. */
export default function MaintenanceNotice() {
  const isHydrated = useHydrated();
  const now = useMinute();
  const texts = isHydrated ? maintenanceAt(currentPartner(), now) : [];
  if (texts.length === 0) return null;
  return (
    <aside className="maintenance" aria-label="Planned maintenance">
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </aside>
  );
}
