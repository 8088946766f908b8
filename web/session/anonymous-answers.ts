import type { Answers } from '../../shared/form/index.ts';
import { tabStorage } from './tab-storage.ts';
import type { PartialDates } from './unsaved-answers.ts';

const place = 'visitor-answers';
const keptFor = 24 * 60 * 60 * 1000;

interface Kept {
  readonly answers: Answers;
  /** Dates that they have typed in part. */
  readonly partialDates?: PartialDates;
}

function kept(): Kept {
  try {
    const { at, ...found } = JSON.parse(tabStorage.read(place)) as Kept & { at: number };
    return Date.now() - at < keptFor ? found : { answers: {} };
  } catch {
    return { answers: {} };
  }
}

const keep = (part: Partial<Kept>): void =>
  tabStorage.write(place, JSON.stringify({ ...kept(), ...part, at: Date.now() }));

/** Answers of a visitor without an account stay in this tab for a day (decision D-37). */
export const saveAnonymousAnswers = (answers: Answers): void => keep({ answers });
export const getAnonymousAnswers = (): Answers => kept().answers;

export const saveAnonymousDates = (partialDates: PartialDates): void => keep({ partialDates });
export const getAnonymousDates = (): PartialDates => kept().partialDates ?? {};

/** Which visit answers belong to that travel with a navigation; the browser's history remembers them for longer. */
let visit: string = crypto.randomUUID();
export const currentVisit = (): string => visit;

/** They have found their account, or nobody may see them any more: neither here nor by way of the history. */
export function clearAnonymousAnswers(): void {
  visit = crypto.randomUUID();
  tabStorage.remove(place);
}
