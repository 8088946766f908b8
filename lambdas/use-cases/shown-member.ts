import type { StaffMember } from '../../shared/api/console-replies.ts';
import { memberHash } from '../store/read-marks.ts';
import { idleEndOf, type StaffSession } from '../store/staff-sessions.ts';

/** The person of a session, as the console shows them. */
export const shownMember = (session: StaffSession): StaffMember => ({
  id: memberHash(session),
  name: session.name,
  roles: session.roles,
  idle_at: new Date(idleEndOf(session)).toISOString(),
  is_provider_down: session.is_provider_down === true,
});
