import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { WebStatus } from '../../shared/rules/web-status.ts';

/** The current user and the status of their application. Logging in, loading, submitting and logging out write it. */
export interface Session {
  readonly web_status: WebStatus | null;
  readonly last_page: string;
  readonly is_logged_in: boolean;
  readonly username: string;
  readonly is_service_user: boolean;
  readonly num_logins: number;
  readonly has_changed_page: boolean;
}

export const sessionCookiePrefix = 'CognitoIdentityServiceProvider';

/** The cookie that hints that a session may exist. The server never trusts it. */
export const sessionCookie = (): string | undefined =>
  globalThis.document?.cookie.split('; ').find((cookie) => cookie.startsWith(sessionCookiePrefix));

/** Removes the cookie, so that the next page load starts anonymous. */
export function deleteSessionCookie(): void {
  const [name] = sessionCookie()?.split('=') ?? [];
  // biome-ignore lint/suspicious/noDocumentCookie: browsers of phones that are two years old lack the Cookie Store API
  if (name !== undefined) document.cookie = `${name}=; Path=/; Max-Age=0`;
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

export const sessionStore = createStore<Session>(() => ({
  ...noSession,
  is_logged_in: sessionCookie() !== undefined,
}));

export const setSession = (part: Partial<Session>): void => sessionStore.setState(part);
export const getSession = (): Session => sessionStore.getState();
export const resetSession = (): void => sessionStore.setState(noSession);

export const useSession = <T>(select: (state: Session) => T): T => useStore(sessionStore, select);
