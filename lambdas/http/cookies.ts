import { createHash } from 'node:crypto';
import { sessionCookieName } from '../../shared/rules/session-cookie.ts';
import type { ApplicantId } from '../runtime/ids.ts';

/**
 * Scripts cannot read the session cookie, and its value carries no data. The marker cookie only tells the
 * page that a session exists.
 */
const session = '__Host-session';
const marker = sessionCookieName;

const attributes = 'Path=/; Secure; SameSite=Strict';

/**
 * The same value for every session of one applicant, but not the applicant's id. Tabs use it to notice that
 * someone else has logged in.
 */
const markOf = (sub: ApplicantId) => createHash('sha256').update(sub).digest('hex').slice(0, 16);

export const logInCookies = (id: string, sub: ApplicantId, lifetimeSeconds: number): readonly string[] => [
  `${session}=${id}; HttpOnly; Max-Age=${lifetimeSeconds}; ${attributes}`,
  `${marker}=${markOf(sub)}; Max-Age=${lifetimeSeconds}; ${attributes}`,
];

export const logOutCookies: readonly string[] = [
  `${session}=; HttpOnly; Max-Age=0; ${attributes}`,
  `${marker}=; Max-Age=0; ${attributes}`,
];

function valueIn(cookies: readonly string[], name: string): string | undefined {
  const found = cookies.find((cookie) => cookie.startsWith(`${name}=`));
  return found?.slice(name.length + 1) || undefined;
}

export const sessionIdFrom = (cookies: readonly string[] = []): string | undefined =>
  valueIn(cookies, session);

/** The sealed password of the sign-up made in this browser. It is valid as long as a mailed code. */
const signUp = '__Host-sign-up';
const signUpSeconds = 86_400;

export const signUpCookies = (sealed: string): readonly string[] => [
  `${signUp}=${sealed}; HttpOnly; Max-Age=${signUpSeconds}; ${attributes}`,
];

export const expiredSignUpCookies: readonly string[] = [`${signUp}=; HttpOnly; Max-Age=0; ${attributes}`];

export const signUpFrom = (cookies: readonly string[] = []): string | undefined => valueIn(cookies, signUp);

/** Identifies a browser that has logged in. It grants no access by itself. */
const device = '__Host-device';
const deviceSeconds = 180 * 86_400;

export const deviceCookie = (value: string): string =>
  `${device}=${value}; HttpOnly; Max-Age=${deviceSeconds}; ${attributes}`;

export const deviceFrom = (cookies: readonly string[] = []): string | undefined => valueIn(cookies, device);

/** The session of the staff console. Applicants' calls do not read it. */
const staffSession = '__Host-staff';

export const staffCookie = (id: string, lifetimeSeconds: number): string =>
  `${staffSession}=${id}; HttpOnly; Max-Age=${lifetimeSeconds}; ${attributes}`;

export const endedStaffCookie = `${staffSession}=; HttpOnly; Max-Age=0; ${attributes}`;

export const staffSessionIdFrom = (cookies: readonly string[] = []): string | undefined =>
  valueIn(cookies, staffSession);

/**
 * A sign-in of staff that is at the identity provider. Lax, because the provider's site sends the browser
 * back.
 */
const staffSignIn = '__Host-staff-sign-in';
const laxAttributes = 'Path=/; Secure; SameSite=Lax';

export const staffSignInCookie = (state: string, lifetimeSeconds: number): string =>
  `${staffSignIn}=${state}; HttpOnly; Max-Age=${lifetimeSeconds}; ${laxAttributes}`;

export const endedStaffSignInCookie = `${staffSignIn}=; HttpOnly; Max-Age=0; ${laxAttributes}`;

export const staffSignInFrom = (cookies: readonly string[]): string | undefined =>
  valueIn(cookies, staffSignIn);
