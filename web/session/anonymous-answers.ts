import * as v from 'valibot';
import { answers } from '../../shared/api/replies.ts';
import type { Answers } from '../../shared/form/index.ts';
import { tabStorage } from './tab-storage.ts';
import { type PartialDates, partialDates } from './unsaved-answers.ts';

const storageKey = 'visitor-answers';
const maxAge = 24 * 60 * 60 * 1000;

const stored = v.object({
  answers: v.optional(answers),
  partialDates: v.optional(partialDates),
  at: v.number(),
});

function read(): Omit<v.InferOutput<typeof stored>, 'at'> {
  const draft = tabStorage.read(storageKey, stored);
  return draft !== undefined && Date.now() - draft.at < maxAge ? draft : {};
}

const write = (part: { answers: Answers } | { partialDates: PartialDates }): void =>
  tabStorage.write(storageKey, { ...read(), ...part, at: Date.now() });

/** An anonymous visitor's answers stay in this tab for a day. */
export const saveAnonymousAnswers = (answers: Answers): void => write({ answers });
export const getAnonymousAnswers = (): Answers => read().answers ?? {};

export const saveAnonymousDates = (partialDates: PartialDates): void => write({ partialDates });
export const getAnonymousDates = (): PartialDates => read().partialDates ?? {};

/** The visit that answers in location state belong to. The browser history may keep them longer. */
let visit: string = crypto.randomUUID();
export const currentVisitId = (): string => visit;

/**
 * Removes the answers, because an account has them now or because the next person at this browser must not see them. A
 * new visit makes those in the history invalid too.
 */
export function clearAnonymousAnswers(): void {
  visit = crypto.randomUUID();
  tabStorage.remove(storageKey);
}
