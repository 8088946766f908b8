import * as v from 'valibot';
import { answers } from '../../shared/api/replies.ts';
import type { Answers } from '../../shared/form/index.ts';
import { currentVisit } from './anonymous-answers.ts';

const text = v.optional(v.string());

const locationState = v.object({
  /** A message for the next page to show. */
  message: text,
  /** An error for the log-in page to show. */
  error: text,
  /** The name typed so far. */
  username: text,
  /** Answers of an anonymous visitor. */
  answers: v.optional(answers),
  /** The visit that the answers belong to. */
  visit: text,
  /** The code of a link that resets a password. */
  reset: text,
  focus: v.optional(v.literal('summary')),
  /** Why this page shows, and not the one that was asked for. */
  reason: text,
});
/** What goes along with a navigation, in the state of the browser's history. */
export type LocationState = Readonly<Omit<v.InferOutput<typeof locationState>, 'answers'>> & {
  readonly answers?: Answers | undefined;
};

/** Drops answers of an earlier visit: someone else may have gone back to them. */
export function parseLocationState(state: unknown): LocationState {
  const parsed = v.safeParse(locationState, state);
  if (!parsed.success) return {};
  const { answers, visit, ...rest } = parsed.output;
  return answers === undefined || visit !== currentVisit() ? rest : { ...rest, answers, visit };
}

/** React Router keeps a page's own state under `usr` in the state of the browser's history. */
const historyState = v.looseObject({ usr: v.optional(v.looseObject({})) });

export function readHistoryState(): v.InferOutput<typeof historyState> {
  const parsed = v.safeParse(historyState, window.history.state);
  return parsed.success ? parsed.output : {};
}

export const withAnswers = (answers: Answers): LocationState => ({ answers, visit: currentVisit() });

/** What stays when an applicant continues from one account page to the next. */
export const stateForNextPage = ({ username, answers }: LocationState): LocationState => ({
  ...(username === undefined ? {} : { username }),
  ...(answers === undefined ? {} : withAnswers(answers)),
});
