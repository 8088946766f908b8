import type { StaffMember } from '../../shared/api/console-replies.ts';
import { idleEndOf, type StaffSession } from '../table/staff-sessions.ts';
import { memberHash } from './read-marks.ts';

/** The person of a session, as the console shows them. */
export const shownMember = (session: StaffSession): StaffMember => ({
  id: memberHash(session),
  name: session.name,
  roles: session.roles,
  idle_at: new Date(idleEndOf(session)).toISOString(),
  is_provider_down: session.is_provider_down === true,
});
