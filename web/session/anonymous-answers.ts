import { answers } from '../../shared/api/replies.ts';
import type { Answers } from '../../shared/form/index.ts';
import { ownedTabStorage } from './tab-storage.ts';

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
