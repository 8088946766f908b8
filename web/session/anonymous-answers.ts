import { string } from 'valibot';
import { answers } from '../../shared/api/replies.ts';
import type { Answers } from '../../shared/form/index.ts';
import { ownedTabStorage, tabStorage } from './tab-storage.ts';

const storage = ownedTabStorage('visitor-answers', answers, 24 * 60 * 60 * 1000);

/** An anonymous visitor's answers stay in this tab for a day. */
export const saveAnonymousAnswers = (typed: Answers): void => storage.write('', typed);
export const getAnonymousAnswers = (): Answers => storage.read('') ?? {};

/** The visit that answers in location state belong to. The browser history may keep them longer. */
let visit: string = crypto.randomUUID();
export const currentVisitId = (): string => visit;

/**
 * Removes the answers, because an account has them now or because the next person at this browser must not
 * see them. A new visit makes those in the history invalid too.
 */
export function clearAnonymousAnswers(): void {
  visit = crypto.randomUUID();
  storage.remove();
}

const storageKey = 'username';

/**
 * The username that an anonymous visitor typed, for an account page that is opened without location state.
 */
export const rememberUsername = (username: string): void => tabStorage.write(storageKey, username);
export const rememberedUsername = (): string => tabStorage.read(storageKey, string()) ?? '';
export const forgetUsername = (): void => tabStorage.remove(storageKey);
