import { sessionMarker } from './session.ts';

let current: string | undefined;

/** Remembers who is logged in now: this page works for that user only. */
export function rememberUser(): void {
  current = sessionMarker();
}

export function forgetUser(): void {
  current = undefined;
}

/** True after another user logged in from another tab: nothing of this page may reach their application. */
export function isOtherUser(): boolean {
  const now = sessionMarker();
  return current !== undefined && now !== undefined && now !== current;
}
