import { useSyncExternalStore } from 'react';
import { commonPassword, passwordErrors } from '../../shared/rules/password.ts';
import { currentPartner, rejectsCommonPasswords } from '../api-client/site-config.ts';

// The page has the server's list, so no part of a password is sent for the check.

type IsCommon = (password: string, username: string) => boolean;

let isCommon: IsCommon | undefined;
let isLoading = false;
const listeners = new Set<() => void>();

async function load(): Promise<void> {
  const { isGuessable, loadCommonWords } = await import('../../shared/rules/guessable-password.ts');
  const words = await loadCommonWords();
  isCommon = (password, username) => isGuessable(password, { username, partner: currentPartner() }, words);
  for (const listener of listeners) listener();
}

/**
 * Loads the list once, when a password meets everything else. Without it, the server still rejects a common
 * password.
 */
export function prepareCommonPasswords(password: string): void {
  if (!rejectsCommonPasswords() || passwordErrors(password).length > 0) return;
  if (isLoading) return;
  isLoading = true;
  load().catch(() => {
    isLoading = false; // the next change tries again
  });
}

export const commonPasswordErrors = (password: string, username: string): readonly string[] =>
  isCommon?.(password, username) ? [commonPassword] : [];

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Validates a form again when the list has come. */
export const useCommonPasswords = () =>
  useSyncExternalStore(
    subscribe,
    () => isCommon,
    () => undefined,
  );
