import * as v from 'valibot';
import { answers } from '../../shared/api/replies.ts';
import type { Answers } from '../../shared/form/index.ts';
import { tabStorage } from './tab-storage.ts';
import { type PartialDates, partialDates } from './unsaved-answers.ts';

const storageKey = 'visitor-answers';
const keptFor = 24 * 60 * 60 * 1000;

const stored = v.object({
  answers: v.optional(answers),
  partialDates: v.optional(partialDates),
  at: v.number(),
});

function read(): Omit<v.InferOutput<typeof stored>, 'at'> {
  const found = tabStorage.read(storageKey, stored);
  return found !== undefined && Date.now() - found.at < keptFor ? found : {};
}

const write = (part: { answers: Answers } | { partialDates: PartialDates }): void =>
  tabStorage.write(storageKey, { ...read(), ...part, at: Date.now() });

/** Answers of an anonymous visitor stay in this tab for a day. */
export const saveAnonymousAnswers = (answers: Answers): void => write({ answers });
export const getAnonymousAnswers = (): Answers => read().answers ?? {};

export const saveAnonymousDates = (partialDates: PartialDates): void => write({ partialDates });
export const getAnonymousDates = (): PartialDates => read().partialDates ?? {};

/** The visit that answers in location state belong to; the browser's history keeps that state for longer. */
let visit: string = crypto.randomUUID();
export const currentVisit = (): string => visit;

/** The answers are in an account now, or the next person at this browser must not see them: not through history either. */
export function clearAnonymousAnswers(): void {
  visit = crypto.randomUUID();
  tabStorage.remove(storageKey);
}
