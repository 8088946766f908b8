import { signInAgainMessage } from '../../shared/api/messages.ts';
import type { Route } from '../../shared/api/route.ts';
import { isAllowed } from '../../shared/api/staff-roles.ts';
import { ApiError } from '../runtime/errors.ts';
import { fetchAuditLogKey, type Operator, recordForOperators } from '../table/audit-log.ts';
import {
  countDenial,
  findStaffSession,
  isFreshlySignedIn,
  nameInAuditLog,
  needsRoleCheck,
  type StaffMember,
  type StaffSession,
  touchStaffSession,
} from '../table/staff-sessions.ts';
import { staffSessionIdFrom } from './cookies.ts';
import type { Event } from './request.ts';
import { requireOriginSecret } from './viewer.ts';

const signInAgain = () => new ApiError('unauthenticated', signInAgainMessage);

/** The open session of a call. Only a session in the table identifies a person. */
async function staffSessionOf(event: Event): Promise<StaffSession> {
  const id = staffSessionIdFrom(event.cookies);
  if (id === undefined) throw signInAgain();
  const [session] = await Promise.all([findStaffSession(id), requireOriginSecret(event), fetchAuditLogKey()]);
  if (session === undefined) throw signInAgain();
  return session;
}

/** Rejects a call that the person's roles do not allow, or that needs a log-in of the last five minutes. */
async function refuseUnallowed(session: StaffSession, operator: Operator, route: Route): Promise<void> {
  const { permission, needsFreshSignIn, method, path } = route;
  if (permission === undefined) return;
  // The page asks for the session then, which asks the identity provider, and repeats the call.
  if (needsRoleCheck(session))
    throw new ApiError('conflict', 'Your role has to be confirmed.', { details: { recheck: true } });
  if (!isAllowed(session.roles, permission)) {
    if (await countDenial(session)) await recordForOperators('staff-denied', operator, [`${method} ${path}`]);
    throw new ApiError('forbidden', 'Your role in the console does not include this.');
  }
  if (needsFreshSignIn && !isFreshlySignedIn(session))
    throw new ApiError('forbidden', 'Please sign in again first.', { details: { signInAgain: true } });
}

/** The person who makes a call of the console. */
export async function staffMemberOf(event: Event, route: Route): Promise<StaffMember> {
  const session = await staffSessionOf(event);
  const { subject, name, roles, hash } = session;
  const operator = {
    by: nameInAuditLog(session),
    request: event.requestContext.requestId,
    role: roles.join(', '),
  };
  await refuseUnallowed(session, operator, route);
  await touchStaffSession(session);
  return { subject, name, roles, session: hash, operator };
}
