import { sessionCookie } from './session.ts';

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
