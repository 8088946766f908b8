import type { Answers } from '../../shared/form/index.ts';
import { currentVisit } from './anonymous-answers.ts';

/** What travels with a navigation: words to show, the name typed so far, and answers given without an account. */
export interface LocationState {
  readonly message?: string;
  readonly error?: string;
  readonly username?: string;
  readonly answers?: Answers;
  /** The visit that the answers were given in. */
  readonly visit?: string;
  /** The code of a link to a new password. */
  readonly reset?: string;
  readonly focus?: 'summary';
  /** Why somebody is here who asked for another page. */
  readonly reason?: string;
}

/** Answers of a visit that is over are not taken: somebody else may have gone back to them (decision D-07). */
export function parseLocationState(state: unknown): LocationState {
  if (typeof state !== 'object' || state === null) return {};
  const { answers, visit, ...rest } = state as LocationState;
  return answers === undefined || visit !== currentVisit() ? rest : { ...rest, answers, visit };
}

export const withAnswers = (answers: Answers): LocationState => ({ answers, visit: currentVisit() });

/** What stays when somebody goes on from one account page to the next. */
export const stateForNextPage = ({ username, answers }: LocationState): LocationState => ({
  ...(username === undefined ? {} : { username }),
  ...(answers === undefined ? {} : withAnswers(answers)),
});
