import * as z from 'zod/mini';
import { type StaffRole, staffRoles } from '../../shared/api/staff-roles.ts';
import { callSource } from '../runtime/call-source.ts';
import { now, pause } from '../runtime/clock.ts';
import { environment } from '../runtime/environment.ts';
import { ApiError } from '../runtime/errors.ts';
import type { AuditEvent } from '../table/audit-log.ts';
import { recordForOperators } from '../table/audit-log.ts';
import type { StaffSignIn } from '../table/items.ts';
import {
  claimRoleCheck,
  endStaffSession,
  endStaffSessionsOf,
  findStaffSessionByHash,
  nameInAuditLog,
  needsRoleCheck,
  openStaffSession,
  outlastsProvider,
  readProviderTokens,
  recordProviderDown,
  recordRoleCheck,
  type StaffMember,
  type StaffSession,
  takeSignIn,
} from '../table/staff-sessions.ts';
import { askAgain, finishAtProvider, type Identity, ProviderDown } from './identity-provider.ts';

// Signing in to the staff console (docs/decisions.md#staff-sign-in-at-the-university).

const rolesSchema = z.record(z.enum(staffRoles), z.array(z.string()));

/** The roles of a person: those with a group of the settings that the provider names. */
function rolesOf(groups: readonly string[]): readonly StaffRole[] {
  const granting = rolesSchema.parse(JSON.parse(environment('STAFF_ROLES')));
  return staffRoles.filter((role) => granting[role].some((group) => groups.includes(group)));
}

type Person = Pick<Identity, 'name' | 'subject'>;

const record = (event: AuditEvent, person: Person, names: readonly string[] = []) =>
  recordForOperators(event, { by: nameInAuditLog(person), request: callSource()?.request ?? '' }, names);

const tryAgain = () =>
  new ApiError('forbidden', 'This sign-in is not valid or has expired. Open the console and sign in again.');

const noRole = () =>
  new ApiError(
    'forbidden',
    'Your university account has no role in this console. Ask the admissions office for one, then sign in again.',
  );

const noRefreshToken = () =>
  new ApiError(
    'forbidden',
    'The university has to set up this sign-in: its identity provider sent no refresh token (docs/single-sign-on.md).',
  );

interface Reply {
  /** The address to which the provider sent the browser. */
  readonly url: URL;
  readonly state: string;
  /** The state in the browser's cookie: a reply for another browser's sign-in is rejected. */
  readonly cookie: string | undefined;
}

/** Checks the provider's reply, opens a session, and returns its id and the page to open. */
export async function finishSignIn({ url, state, cookie }: Reply): Promise<{ id: string; to: string }> {
  const signIn = cookie === state ? await takeSignIn(state) : undefined;
  if (signIn === undefined) throw tryAgain();
  const { verifier, nonce, is_fresh: isFresh, to } = signIn;
  const identity = await finishAtProvider({ url, state, nonce, verifier, isFresh });
  if (identity === 'rejected') throw tryAgain();
  const id = await openSession(identity, signIn);
  if (signIn.replaces !== undefined) await endStaffSession(signIn.replaces);
  return { id, to };
}

async function openSession(identity: Identity, { is_fresh }: StaffSignIn): Promise<string> {
  const { subject, name, refreshToken, idToken, loggedInAt } = identity;
  const roles = rolesOf(identity.groups);
  if (roles.length === 0) {
    await record('staff-refused', identity);
    throw noRole();
  }
  if (refreshToken === undefined || idToken === undefined) throw noRefreshToken();
  await record('staff-sign-in', identity, roles);
  // A provider that does not tell when the person logged in was asked for it only by a fresh sign-in.
  const logged_in_at = loggedInAt ?? (is_fresh ? now() : 0);
  const tokens = { refresh_token: refreshToken, id_token: idToken };
  return openStaffSession({ subject, name, roles: [...roles], logged_in_at }, tokens);
}

/** Ends a session whose person lost the account or every role. */
async function endForGood(session: StaffSession): Promise<undefined> {
  await record('staff-session-over', session, ['role']);
  await endStaffSession(session.hash);
  return undefined;
}

/** Asks the provider for the roles, and stores the answer. */
async function checkRoles(session: StaffSession): Promise<StaffSession | undefined> {
  const { hash, subject } = session;
  const { refresh_token: refreshToken } = (await readProviderTokens(hash)) ?? {};
  if (refreshToken === undefined) return undefined;
  try {
    const identity = await askAgain({ refreshToken, subject });
    const roles = identity === 'rejected' || identity.subject !== subject ? [] : rolesOf(identity.groups);
    if (identity === 'rejected' || roles.length === 0) return endForGood(session);
    await recordRoleCheck(hash, { roles: [...roles], refresh_token: identity.refreshToken ?? refreshToken });
  } catch (error) {
    if (!(error instanceof ProviderDown) || !outlastsProvider(session)) throw error;
    await recordProviderDown(hash);
  }
  return findStaffSessionByHash(hash);
}

const pollMs = 200;

/** Waits for the call that asks the provider. */
async function waitForCheck({ hash }: StaffSession): Promise<StaffSession | undefined> {
  for (let tries = 0; tries < 25; tries += 1) {
    await pause(pollMs);
    const session = await findStaffSessionByHash(hash);
    if (session === undefined || !needsRoleCheck(session)) return session;
  }
  throw new ProviderDown('Another call asks the identity provider.');
}

/**
 * The session with roles that the provider confirmed in the last five minutes; undefined if the person may
 * no longer use the console. While the provider is down, sessions go on for 30 minutes.
 */
export async function withCheckedRoles(session: StaffSession): Promise<StaffSession | undefined> {
  if (!needsRoleCheck(session)) return session;
  return (await claimRoleCheck(session)) ? checkRoles(session) : waitForCheck(session);
}

/** Ends the session of a person who signs out, or all of them. */
export async function signOut(
  { session, subject, operator }: StaffMember,
  isEverywhere: boolean,
): Promise<void> {
  if (isEverywhere) await endStaffSessionsOf(subject, operator);
  await recordForOperators('staff-sign-out', operator);
  await endStaffSession(session);
}
