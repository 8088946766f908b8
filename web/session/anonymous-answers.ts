import * as v from 'valibot';
import { answers } from '../../shared/api/replies.ts';
import type { Answers } from '../../shared/form/index.ts';
import { tabStorage } from './tab-storage.ts';

const storageKey = 'visitor-answers';
const maxAgeMs = 24 * 60 * 60 * 1000;

const stored = v.object({ answers, at: v.number() });

/** An anonymous visitor's answers stay in this tab for a day. */
export const saveAnonymousAnswers = (typed: Answers): void =>
  tabStorage.write(storageKey, { answers: typed, at: Date.now() });

export function getAnonymousAnswers(): Answers {
  const draft = tabStorage.read(storageKey, stored);
  return draft !== undefined && Date.now() - draft.at < maxAgeMs ? draft.answers : {};
}

/** The visit that answers in location state belong to. The browser history may keep them longer. */
let visit: string = crypto.randomUUID();
export const currentVisitId = (): string => visit;

/**
 * Removes the answers, because an account has them now or because the next person at this browser must not
 * see them. A new visit makes those in the history invalid too.
 */
export function clearAnonymousAnswers(): void {
  visit = crypto.randomUUID();
  tabStorage.remove(storageKey);
}
