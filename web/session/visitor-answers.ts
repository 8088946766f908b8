import type { Answers } from '../../shared/form/index.ts';

const place = 'visitor-answers';
const keptFor = 24 * 60 * 60 * 1000;

/** Answers of a visitor without an account stay in this tab for a day (decision D-37). */
export const keepVisitorAnswers = (answers: Answers): void =>
  sessionStorage.setItem(place, JSON.stringify({ answers, at: Date.now() }));

export const forgetVisitorAnswers = (): void => sessionStorage.removeItem(place);

export function visitorAnswers(): Answers {
  try {
    const { answers, at } = JSON.parse(sessionStorage.getItem(place) ?? '') as {
      answers: Answers;
      at: number;
    };
    return Date.now() - at < keptFor ? answers : {};
  } catch {
    return {};
  }
}
