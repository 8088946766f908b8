import type { Answers } from '../../shared/form/index.ts';
import { tabStorage } from './tab-storage.ts';
import type { HalfDates } from './unsaved.ts';

const place = 'visitor-answers';
const keptFor = 24 * 60 * 60 * 1000;

interface Kept {
  readonly answers: Answers;
  /** What they have begun to type of dates. */
  readonly halfDates?: HalfDates;
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
export const keepVisitorAnswers = (answers: Answers): void => keep({ answers });
export const visitorAnswers = (): Answers => kept().answers;

export const keepVisitorDates = (halfDates: HalfDates): void => keep({ halfDates });
export const visitorDates = (): HalfDates => kept().halfDates ?? {};

/** Which visit answers belong to that travel with a navigation; the browser's history remembers them for longer. */
let visit: string = crypto.randomUUID();
export const thisVisit = (): string => visit;

/** They have found their account, or nobody may see them any more: neither here nor by way of the history. */
export function forgetVisitorAnswers(): void {
  visit = crypto.randomUUID();
  tabStorage.remove(place);
}
