import type { Answers } from '../../shared/form/index.ts';

/** What travels with a navigation: words to show, the name typed so far, and answers given without an account. */
export interface Arriving {
  readonly message?: string;
  readonly error?: string;
  readonly username?: string;
  readonly answers?: Answers;
  readonly focus?: 'summary';
}

export const arrivingWith = (state: unknown): Arriving =>
  typeof state === 'object' && state !== null ? (state as Arriving) : {};

/** What stays when somebody goes on from one account page to the next. */
export const carriedOn = ({ username, answers }: Arriving): Arriving => ({
  ...(username === undefined ? {} : { username }),
  ...(answers === undefined ? {} : { answers }),
});
