import type { Answers } from '../../shared/form/index.ts';
import { tabStorage } from './tab-storage.ts';

const place = 'visitor-answers';
const keptFor = 24 * 60 * 60 * 1000;

/** Answers of a visitor without an account stay in this tab for a day (decision D-37). */
export const keepVisitorAnswers = (answers: Answers): void =>
  tabStorage.write(place, JSON.stringify({ answers, at: Date.now() }));

/** Which visit answers belong to that travel with a navigation; the browser's history remembers them for longer. */
let visit: string = crypto.randomUUID();
export const thisVisit = (): string => visit;

/** They have found their account, or nobody may see them any more: neither here nor by way of the history. */
export function forgetVisitorAnswers(): void {
  visit = crypto.randomUUID();
  tabStorage.remove(place);
}

export function visitorAnswers(): Answers {
  try {
    const { answers, at } = JSON.parse(tabStorage.read(place)) as {
      answers: Answers;
      at: number;
    };
    return Date.now() - at < keptFor ? answers : {};
  } catch {
    return {};
  }
}
