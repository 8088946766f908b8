import type { StaffRole } from '../../shared/api/staff-roles.ts';
import { now, seconds } from '../runtime/clock.ts';
import { type Operator, recordForOperators } from './audit-log.ts';
import { type Expression, exists, expression, set } from './expression.ts';
import * as items from './items.ts';
import { keys } from './keys.ts';
import { isUpdated, put, readItem, take, transact, writes } from './table.ts';
import { hashOf, newId, openToken } from './tokens.ts';

// Sessions of the staff console (docs/decisions.md#staff-sign-in-at-the-university).

const idleTimeoutMs = 30 * 60_000;
const maxSessionMs = 8 * 3_600_000;
const touchIntervalMs = 60_000;
/** Time for which the provider's last word about a person's roles counts. */
const roleCheckMs = 5 * 60_000;
/** Time for which roles count while the provider is down. */
const providerDownMs = 30 * 60_000;
/** Time after a log-in at the provider in which a person may export. */
const freshSignInMs = 5 * 60_000;
/** Time for the log-in at the provider. */
const signInMs = 10 * 60_000;
/** Longer than one call may ask the provider. */
const checkMs = 12_000;
/** Denied calls of a session that the audit log has. */
const maxRecordedDenials = 10;

export const staffSessionSeconds = seconds(maxSessionMs);
export const signInSeconds = seconds(signInMs);

/** A person who is signed in to the console. */
export interface StaffMember {
  readonly subject: string;
  readonly name: string;
  readonly roles: readonly StaffRole[];
  /** The hash of the session's id. */
  readonly session: string;
  /** The person as the audit log names them. */
  readonly operator: Operator;
}

export interface StaffSession extends items.StoredStaffSession {
  readonly hash: string;
}

export const nameInAuditLog = ({ name, subject }: Pick<StaffMember, 'name' | 'subject'>): string =>
  `${name} (${subject})`;

/** Time at which a session ends if no further call is made. */
export const idleEndOf = ({ last_seen, ends }: Pick<StaffSession, 'last_seen' | 'ends'>): number =>
  Math.min(ends, last_seen + idleTimeoutMs);

export const needsRoleCheck = ({ checked_at }: Pick<StaffSession, 'checked_at'>): boolean =>
  now() >= checked_at + roleCheckMs;

/** True if the provider confirmed the roles recently enough for a session to go on while it is down. */
export const outlastsProvider = ({ confirmed_at }: Pick<StaffSession, 'confirmed_at'>): boolean =>
  now() < confirmed_at + providerDownMs;

export const isFreshlySignedIn = ({ logged_in_at }: Pick<StaffSession, 'logged_in_at'>): boolean =>
  now() < logged_in_at + freshSignInMs;

/** Stores a sign-in that begins, and returns its state. */
export const beginSignIn = (signIn: Omit<items.StaffSignIn, 'ends'>): Promise<string> =>
  openToken(keys.staffSignIn, signIn, signInMs);

/** Takes a sign-in away, so that its state works once; undefined if there is none. */
export async function takeSignIn(state: string): Promise<items.StaffSignIn | undefined> {
  const taken = await take(keys.staffSignIn(hashOf(state)));
  const signIn = taken && items.staffSignIn.parse(taken);
  return signIn !== undefined && now() < signIn.ends ? signIn : undefined;
}

type NewStaffSession = Pick<StaffSession, 'subject' | 'name' | 'roles' | 'logged_in_at'>;

/** Opens a session and returns the id for the cookie. */
export async function openStaffSession(
  session: NewStaffSession,
  tokens: items.ProviderTokens,
): Promise<string> {
  const id = newId();
  const hash = hashOf(id);
  const ends = now() + maxSessionMs;
  const expires_at = seconds(ends);
  const times = { last_seen: now(), checked_at: now(), confirmed_at: now(), ends, expires_at };
  await transact([
    writes.put({ ...keys.staffSession(hash), ...session, ...times }),
    writes.put({ ...keys.providerTokens(hash), ...tokens, expires_at }),
  ]);
  return id;
}

/** The provider's tokens of a session; undefined if it has ended. */
export const readProviderTokens = (hash: string): Promise<items.ProviderTokens | undefined> =>
  readItem(keys.providerTokens(hash), items.providerTokens);

/** Finds the open session of a cookie. */
export const findStaffSession = (id: string): Promise<StaffSession | undefined> =>
  findStaffSessionByHash(hashOf(id));

/** Finds an open session. DynamoDB deletes expired items late, so the times are compared. */
export async function findStaffSessionByHash(hash: string): Promise<StaffSession | undefined> {
  const stored = await readItem(keys.staffSession(hash), items.staffSession);
  if (stored === undefined || now() >= idleEndOf(stored) || (await hasEndedWithAll(stored))) return undefined;
  return { ...stored, hash };
}

/** True if all sessions of the person ended after this one was opened. */
async function hasEndedWithAll({ subject, ends }: items.StoredStaffSession): Promise<boolean> {
  const end = await readItem(keys.staffSessionsEnd(subject), items.staffSessionsEnd);
  return end !== undefined && ends - maxSessionMs <= end.not_before;
}

/** Ends all sessions of a person. A later sign-in opens a new one. */
export async function endStaffSessionsOf(subject: string, operator: Operator): Promise<void> {
  await recordForOperators('staff-sessions-ended', operator, [subject]);
  const times = { not_before: now(), expires_at: seconds(now() + maxSessionMs) };
  await put({ ...keys.staffSessionsEnd(subject), ...times });
}

/** Updates the last use, at most once a minute. A session that was ended in the meantime stays ended. */
export async function touchStaffSession({ hash, last_seen }: StaffSession): Promise<void> {
  if (now() < last_seen + touchIntervalMs) return;
  await change(hash, set({ last_seen: now() }));
}

/** Counts a denied call; false if the session has enough of them in the audit log. */
export const countDenial = ({ hash }: StaffSession): Promise<boolean> =>
  change(
    hash,
    expression`ADD denied ${1}`,
    expression`(attribute_not_exists(denied) OR denied < ${maxRecordedDenials})`,
  );

export async function endStaffSession(hash: string): Promise<void> {
  await transact([writes.del(keys.staffSession(hash)), writes.del(keys.providerTokens(hash))]);
}

/**
 * Claims the question to the provider for one call. Providers that replace refresh tokens end the session of
 * one that is used twice.
 */
export const claimRoleCheck = ({ hash, checked_at }: StaffSession): Promise<boolean> =>
  change(
    hash,
    set({ checking_until: now() + checkMs }),
    expression`checked_at = ${checked_at} AND (attribute_not_exists(checking_until) OR checking_until < ${now()})`,
  );

interface RoleCheck {
  readonly roles: StaffSession['roles'];
  readonly refresh_token: string;
}

/** Stores what the provider said, and asks again five minutes later. */
export async function recordRoleCheck(hash: string, { roles, refresh_token }: RoleCheck): Promise<boolean> {
  await isUpdated(keys.providerTokens(hash), set({ refresh_token }), { if: exists });
  return change(
    hash,
    expression`${set({ checked_at: now(), confirmed_at: now(), roles })} REMOVE checking_until, is_provider_down`,
  );
}

/** The provider could not be asked: the session goes on, and the next question is five minutes later. */
export const recordProviderDown = (hash: string): Promise<boolean> =>
  change(hash, expression`${set({ checked_at: now(), is_provider_down: true })} REMOVE checking_until`);

/** Changes an existing session; false if it has ended or the condition fails. */
const change = (hash: string, update: Expression, condition?: Expression): Promise<boolean> =>
  isUpdated(keys.staffSession(hash), update, {
    if: condition === undefined ? exists : expression`${exists} AND ${condition}`,
  });
