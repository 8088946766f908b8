import { sessionCookieName, sessionCookiePrefix } from '../../shared/rules/session-cookie.ts';
import type { WebStatus } from '../../shared/rules/web-status.ts';
import { createValue } from '../value.ts';

/**
 * The current user and the status of their application. Logging in, loading, submitting and logging out write
 * it.
 */
export interface Session {
  readonly web_status: WebStatus | null;
  readonly last_page: string;
  readonly is_logged_in: boolean;
  readonly username: string;
  readonly is_service_user: boolean;
  readonly num_logins: number;
  readonly has_changed_page: boolean;
}

const sessionCookies = (): readonly string[] =>
  globalThis.document?.cookie.split('; ').filter((cookie) => cookie.startsWith(sessionCookiePrefix)) ?? [];

/**
 * The cookie that hints that a session may exist: our own one if there is one. The server never trusts it.
 */
export function sessionCookie(): string | undefined {
  const cookies = sessionCookies();
  return cookies.find((cookie) => cookie.startsWith(`${sessionCookieName}=`)) ?? cookies[0];
}

/**
 * The domains that a cookie of this page can have: '' for this host only, the host, and every domain above
 * it.
 */
const cookieDomains = (): readonly string[] => {
  const labels = location.hostname.split('.');
  return ['', ...labels.map((_, index) => `; Domain=${labels.slice(index).join('.')}`)];
};

/**
 * Removes every cookie that hints at a session, so that the next page load starts anonymous. One of another
 * application on the same domain would lead every form page to log-in forever.
 */
export function deleteSessionCookies(): void {
  const names = sessionCookies().map((cookie) => cookie.split('=')[0]);
  for (const name of names)
    for (const domain of cookieDomains()) {
      // biome-ignore lint/suspicious/noDocumentCookie: browsers of phones that are two years old lack the Cookie Store API
      document.cookie = `${name}=; Path=/; Max-Age=0${domain}`;
    }
}

const noSession: Session = {
  web_status: null,
  last_page: '',
  is_logged_in: false,
  username: '',
  is_service_user: false,
  num_logins: 1,
  has_changed_page: false,
};

export const sessionStore = createValue<Session>({
  ...noSession,
  is_logged_in: sessionCookie() !== undefined,
});

export const setSession = sessionStore.change;
export const getSession = sessionStore.get;
export const resetSession = (): void => sessionStore.set(noSession);
export const useSession = sessionStore.use;

let current: string | undefined;

/** Remembers the logged-in user. This page works for that user only. */
export function rememberUser(): void {
  current = sessionCookie();
}

export function forgetUser(): void {
  current = undefined;
}

/** True after another user logged in from another tab. This page must not change their application. */
export function isOtherUser(): boolean {
  const now = sessionCookie();
  return current !== undefined && now !== undefined && now !== current;
}
