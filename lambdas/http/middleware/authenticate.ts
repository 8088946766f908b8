import { invalidSessionMessage } from '../../../shared/api/messages.ts';
import { ApiError } from '../../runtime/errors.ts';
import { fetchAuditLogKey } from '../../store/audit-log.ts';
import { findSession, isRenewedSession, recordSessionOver } from '../../store/sessions.ts';
import { sessionIdFrom } from '../cookies.ts';
import { requireOriginSecret } from '../origin-secret.ts';
import type { CallContext, Event, Middleware } from '../request.ts';

/** Returns the caller. Only a session in the table or a token that we signed identifies one. */
async function callerOf({ operation }: CallContext, event: Event): Promise<CallContext['caller']> {
  const { route } = operation.contract;
  const { access } = route;
  if (access === 'public') return undefined;
  // Loaded only for staff calls: no other function may read the token keys.
  if (access === 'service') return (await import('../staff-token.ts')).staffOf(event);
  if (access === 'staff') return (await import('../staff-session.ts')).staffMemberOf(event, route);
  const session = await openSessionOf(event);
  if (session === undefined && access === 'applicant') throw await notLoggedIn(event);
  return session;
}

/**
 * `renewed` tells the browser that its session was just renewed: it already has the new cookie and can repeat
 * the call.
 */
async function notLoggedIn({ cookies }: Event): Promise<ApiError> {
  const id = sessionIdFrom(cookies);
  const renewed = id !== undefined && (await isRenewedSession(id));
  return new ApiError('unauthenticated', invalidSessionMessage, renewed ? { details: { renewed } } : {});
}

async function openSessionOf(event: Event) {
  const id = sessionIdFrom(event.cookies);
  // Fetch the audit log's key and the session in parallel, to shorten the first call.
  const [session] = await Promise.all([id === undefined ? undefined : findSession(id), fetchAuditLogKey()]);
  if (session?.over === undefined) return session;
  await requireOriginSecret(event);
  await recordSessionOver(session.sub, session.over);
  return undefined;
}

/** Identifies the caller and, at the same time, checks that the request came through CloudFront. */
export const authenticate: Middleware = {
  async before({ event, context }) {
    const [caller] = await Promise.all([callerOf(context, event), requireOriginSecret(event)]);
    context.caller = caller;
  },
};
