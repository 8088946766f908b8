import { invalidSessionMessage } from '../../../shared/api/messages.ts';
import { ApiError } from '../../runtime/errors.ts';
import { fetchAuditLogKey } from '../../store/audit-log.ts';
import { findSession, isRenewedSession, recordSessionOver } from '../../store/sessions.ts';
import { sessionIdFrom } from '../cookies.ts';
import { requireOriginSecret } from '../origin-secret.ts';
import type { CallContext, Event, Middleware } from '../request.ts';

/** Only a session in the table or a token that we signed says who sends a request. */
async function callerOf({ operation }: CallContext, event: Event): Promise<CallContext['caller']> {
  const { access } = operation.contract.route;
  if (access === 'public') return undefined;
  // Loaded only where staff call: no other function may read the keys of the tokens.
  if (access === 'service') return (await import('../staff-token.ts')).staffOf(event);
  const session = await openSessionOf(event);
  if (session === undefined && access === 'applicant') throw await notLoggedIn(event);
  return session;
}

/** The browser of a session that was just renewed has its new cookie already, so it may repeat the call. */
async function notLoggedIn({ cookies }: Event): Promise<ApiError> {
  const id = sessionIdFrom(cookies);
  const renewed = id !== undefined && (await isRenewedSession(id));
  return new ApiError('unauthenticated', invalidSessionMessage, renewed ? { details: { renewed } } : {});
}

async function openSessionOf(event: Event) {
  const id = sessionIdFrom(event.cookies);
  // The key of the audit log is fetched beside the session, so that a first call waits for both at the same time.
  const [session] = await Promise.all([id === undefined ? undefined : findSession(id), fetchAuditLogKey()]);
  if (session?.over === undefined) return session;
  await requireOriginSecret(event);
  await recordSessionOver(session.sub, session.over);
  return undefined;
}

/** Finds out who sends a request and, at the same time, checks that it came through CloudFront. */
export const authenticate: Middleware = {
  async before({ event, context }) {
    const [caller] = await Promise.all([callerOf(context, event), requireOriginSecret(event)]);
    context.caller = caller;
  },
};
