import * as v from 'valibot';
import { answers } from '../../shared/api/replies.ts';
import type { Answers } from '../../shared/form/index.ts';
import { currentVisitId } from './anonymous-answers.ts';

const text = v.optional(v.string());

const locationState = v.object({
  /** A message for the next page to show. */
  message: text,
  /** An error for the log-in page to show. */
  error: text,
  /** The username typed so far. */
  username: text,
  /** Answers of an anonymous visitor. */
  answers: v.optional(answers),
  /** The visit that the answers belong to. */
  visit: text,
  /** The code of a password-reset link. */
  reset: text,
  /** 'summary' if the next page moves the focus to its list of errors. */
  focus: text,
  /** 'review' if a link of the review opened this page. */
  from: text,
  /** Why the user was redirected to this page. */
  reason: text,
});
/** The state of a navigation, kept in the browser history. */
export type LocationState = Readonly<Omit<v.InferOutput<typeof locationState>, 'answers'>> & {
  readonly answers?: Answers | undefined;
};

/**
 * Parses the state of a navigation. Drops answers of an earlier visit: another person may have gone back to
 * them.
 */
export function parseLocationState(state: unknown): LocationState {
  if (state === null || state === undefined) return {}; // most navigations
  const parsed = v.safeParse(locationState, state);
  if (!parsed.success) return {};
  const { answers, visit, ...rest } = parsed.output;
  return answers === undefined || visit !== currentVisitId() ? rest : { ...rest, answers, visit };
}

/** React Router keeps a page's own state under `usr` in the history state. */
const historyState = v.record(v.string(), v.unknown());

export function readHistoryState(): v.InferOutput<typeof historyState> {
  const parsed = v.safeParse(historyState, window.history.state);
  return parsed.success ? parsed.output : {};
}

export const withAnswers = (answers: Answers): LocationState => ({ answers, visit: currentVisitId() });

/** The state to keep when an applicant continues from one account page to the next. */
export const stateForNextPage = ({ username, answers }: LocationState): LocationState => ({
  ...(username === undefined ? {} : { username }),
  ...(answers === undefined ? {} : withAnswers(answers)),
});
