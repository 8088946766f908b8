import { randomNonce, randomPKCECodeVerifier } from 'openid-client';
import type { staffSession } from '../../shared/api/console.ts';
import { staffSessionRoutes } from '../../shared/api/console-routes.ts';
import { signInAgainMessage } from '../../shared/api/messages.ts';
import {
  endedStaffCookie,
  endedStaffSignInCookie,
  staffCookie,
  staffSessionIdFrom,
  staffSignInCookie,
  staffSignInFrom,
} from '../http/cookies.ts';
import type { Handlers } from '../http/request.ts';
import { ApiError } from '../runtime/errors.ts';
import { siteUrl } from '../runtime/site-url.ts';
import {
  beginSignIn,
  findStaffSessionByHash,
  readProviderTokens,
  type StaffMember,
  type StaffSession,
  signInSeconds,
  staffSessionSeconds,
} from '../table/staff-sessions.ts';
import { countRequest, rateLimits } from '../table/throttles.ts';
import { hashOf } from '../table/tokens.ts';
import { signInUrl, signOutUrl } from './identity-provider.ts';
import { shownMember } from './shown-member.ts';
import { finishSignIn, signOut, withCheckedRoles } from './sign-in.ts';

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
