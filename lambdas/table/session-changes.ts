import { invalidSessionMessage } from '../../shared/api/messages.ts';
import { now, seconds } from '../runtime/clock.ts';
import { ApiError } from '../runtime/errors.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { type Operator, recordEvent } from './audit-log.ts';
import { expression, set } from './expression.ts';
import * as items from './items.ts';
import { keys } from './keys.ts';
import { meetsConditions, writeThrough } from './retry.ts';
import { deleteSession, renewSessionVersion } from './sessions.ts';
import { queryAll, read, update, writes } from './table.ts';
import { hashOf, newId } from './tokens.ts';

// Effects of account changes on sessions. Log-ins do not need this module, so the first call does not load
// it.

/** Time in which a call with the old cookie of a renewed session may still arrive. */
const renewalMs = 60_000;

/** A session's id for its cookie, and the cookie's lifetime in seconds. */
export interface SessionCookie {
  readonly id: string;
  readonly secondsLeft: number;
}

/**
 * Continues a session under a new id, and under a new address if one is given. Its end stays the same, and
 * the old id stops working. Rejects a session that was ended in the meantime.
 */
export async function replaceSession(
  before: string,
  sub: ApplicantId,
  username?: string,
): Promise<SessionCookie> {
  const [session, listed] = await Promise.all([
    read(keys.session(hashOf(before))),
    read({ pk: keys.sessionsOf(sub), sk: hashOf(before) }),
  ]);
  const ended = () => new ApiError('unauthenticated', invalidSessionMessage);
  if (session === undefined || items.renewedSession.safeParse(session).success) throw ended();
  const { ends } = items.session.parse(session);
  const id = newId();
  const hash = hashOf(id);
  const expires_at = seconds(ends);
  const until = now() + renewalMs;
  const renewal = { ...keys.session(hashOf(before)), renewed_until: until, expires_at: seconds(until) };
  const isReplaced = await meetsConditions([
    writes.put(renewal, { if: expression`attribute_exists(sub)` }),
    writes.del({ pk: keys.sessionsOf(sub), sk: hashOf(before) }),
    writes.put({
      ...{ ...session, ...(username !== undefined && { username }) },
      ...{ ...keys.session(hash), last_seen: now() },
    }),
    writes.put({ ...listed, pk: keys.sessionsOf(sub), sk: hash, expires_at }),
  ]);
  if (!isReplaced) throw ended();
  return { id, secondsLeft: Math.max(0, expires_at - seconds(now())) };
}

/** The owner of the sessions, and the address used for log-ins. */
interface SessionOwner {
  readonly sub: ApplicantId;
  readonly username: string;
}

interface EndOfAll {
  /** The operator who ends them; undefined for the applicant. */
  readonly operator?: Operator;
  /** The id of the session that continues. */
  readonly except?: string | undefined;
  /** Returns true for the hash of each other session that continues. */
  readonly isKept?: (hash: string) => Promise<boolean>;
}

/**
 * Ends every session of an applicant, and every log-in that is in progress.
 * Writes the audit event before any session ends. Returns the number of ended sessions. A changed password
 * logs out everyone else.
 */
export async function revokeAllSessions(
  { sub, username }: SessionOwner,
  reason: 'new-password' | 'new-address' | 'applicant' | 'operator',
  { operator, except, isKept = async () => false }: EndOfAll = {},
): Promise<number> {
  await recordEvent(sub, 'sessions-ended', { names: [reason], ...operator });
  await renewSessionVersion(username);
  const listed = await queryAll(keys.sessionsOf(sub));
  const kept = except === undefined ? undefined : hashOf(except);
  let ended = 0;
  for (const hash of listed.map(({ sk }) => String(sk))) {
    if (hash === kept || (await isKept(hash))) continue;
    await deleteSession(hash, sub);
    ended += 1;
  }
  return ended;
}

/** Returns the address of an open session; undefined if it has ended. */
export async function sessionAddress(hash: string): Promise<string | undefined> {
  const [session] = await queryAll(keys.session(hash).pk);
  const parsed = items.session.safeParse(session);
  return parsed.success ? parsed.data.username : undefined;
}

/** Changes the address of a session. A session that has ended stays ended. */
export async function moveSession(hash: string, username: string): Promise<void> {
  const isOpen = expression`attribute_exists(username)`;
  await writeThrough(() => update(keys.session(hash), set({ username }), { if: isOpen }));
}
