import { randomNonce, randomPKCECodeVerifier } from 'openid-client';
import * as z from 'zod/mini';
import type { staffSession } from '../../shared/api/console.ts';
import type { StaffMember as ShownMember } from '../../shared/api/console-replies.ts';
import { staffSessionRoutes } from '../../shared/api/console-routes.ts';
import { signInAgainMessage } from '../../shared/api/messages.ts';
import { type StaffRole, staffRoles } from '../../shared/api/staff-roles.ts';
import {
  endedStaffCookie,
  endedStaffSignInCookie,
  staffCookie,
  staffSessionIdFrom,
  staffSignInCookie,
  staffSignInFrom,
} from '../http/cookies.ts';
import type { Handlers } from '../http/request.ts';
import { siteUrl } from '../http/viewer.ts';
import { callSource } from '../runtime/call.ts';
import { now, pause } from '../runtime/clock.ts';
import { environment } from '../runtime/environment.ts';
import { ApiError } from '../runtime/errors.ts';
import { type AuditEvent, recordForOperators } from '../table/audit-log.ts';
import type { StaffSignIn } from '../table/items.ts';
import {
  beginSignIn,
  claimRoleCheck,
  endStaffSession,
  endStaffSessionsOf,
  findStaffSessionByHash,
  idleEndOf,
  nameInAuditLog,
  needsRoleCheck,
  openStaffSession,
  outlastsProvider,
  readProviderTokens,
  recordProviderDown,
  recordRoleCheck,
  type StaffMember,
  type StaffSession,
  signInSeconds,
  staffSessionSeconds,
  takeSignIn,
} from '../table/staff-sessions.ts';
import { countRequest, rateLimits } from '../table/throttles.ts';
import { hashOf } from '../table/tokens.ts';
import {
  askAgain,
  finishAtProvider,
  type Identity,
  ProviderDown,
  signInUrl,
  signOutUrl,
} from './identity-provider.ts';
import { memberHash } from './read-marks.ts';

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
async function withCheckedRoles(session: StaffSession): Promise<StaffSession | undefined> {
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

const startPage = '/staff';
const signedOutPage = '/staff/signed-out';

/** The address to which the identity provider sends the browser back. Operators register it there. */
const replyUrl = (host: string) => siteUrl(host, staffSessionRoutes.finishSignIn.path);

async function sessionOf({ session }: StaffMember): Promise<StaffSession> {
  const stored = await findStaffSessionByHash(session);
  const checked = stored && (await withCheckedRoles(stored));
  if (checked === undefined) throw new ApiError('unauthenticated', signInAgainMessage);
  return checked;
}

/** Only what the reply of a provider contains. */
function urlOf(host: string, query: Readonly<Record<string, string | undefined>>): URL {
  const url = new URL(replyUrl(host));
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, value);
  return url;
}

export const sessionCalls: Handlers<typeof staffSession> = {
  async signIn({ query: { to = startPage, fresh }, cookies, viewer: { host, network } }) {
    await countRequest(rateLimits.staffSignIns, network);
    const [nonce, verifier, isFresh] = [randomNonce(), randomPKCECodeVerifier(), fresh === 'yes'];
    const session = staffSessionIdFrom(cookies);
    const replaces = session && hashOf(session);
    const state = await beginSignIn({ nonce, verifier, to, replaces, is_fresh: isFresh });
    const url = await signInUrl({ state, nonce, verifier, redirectUri: replyUrl(host), isFresh });
    return {
      status: 302,
      headers: { location: url.href },
      cookies: [staffSignInCookie(state, signInSeconds)],
      body: { message: 'Sign in at your university.' },
    };
  },

  async finishSignIn({ query, cookies, viewer: { host } }) {
    const { id, to } = await finishSignIn({
      url: urlOf(host, query),
      state: query.state ?? '',
      cookie: staffSignInFrom(cookies),
    });
    return {
      status: 302,
      headers: { location: to },
      cookies: [staffCookie(id, staffSessionSeconds), endedStaffSignInCookie],
      body: { message: 'You are signed in.' },
    };
  },

  async getMember({ caller }) {
    return { body: shownMember(await sessionOf(caller)) };
  },

  async signOut({ query: { everywhere }, caller, viewer: { host } }) {
    const tokens = await readProviderTokens(caller.session);
    await signOut(caller, everywhere === 'yes');
    const returnTo = siteUrl(host, signedOutPage);
    const url = tokens && (await signOutUrl(tokens.id_token, returnTo));
    return { cookies: [endedStaffCookie], body: { url: url ?? signedOutPage } };
  },
};

/** The person of a session, as the console shows them. */
const shownMember = (session: StaffSession): ShownMember => ({
  id: memberHash(session),
  name: session.name,
  roles: session.roles,
  idle_at: new Date(idleEndOf(session)).toISOString(),
  is_provider_down: session.is_provider_down === true,
});
