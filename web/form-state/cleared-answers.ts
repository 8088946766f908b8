import { answerPatch, keysReadBy, type Patch, type Value, walk } from '../../shared/form/index.ts';
import { getAnswers } from './form-store.ts';
import { partnerForm } from './partner-form.ts';

/** Answers that one change removed. They come back only when the applicant asks for it, until the page is left. */
export interface Removal {
  readonly removed: Patch;
  /** The answers that the change replaced: with these the removed ones show again. */
  readonly before: Patch;
  /** Where the change was made: a question's key or name, or an id. */
  readonly at: string;
  /** Opens the tab again that was left; false when the applicant has to answer a dialog first. */
  readonly reopen?: (() => Promise<boolean>) | undefined;
}

/** The newest comes last. */
let removals: readonly Removal[] = [];

export const resetRemovals = (): void => {
  removals = [];
};

export const rememberRemoval = (removal: Removal): void => {
  removals = [...removals, removal];
};

const isBlank = (key: string): boolean => (getAnswers()[key] ?? '') === '';

/** A label beside a choice is no answer of its own. */
const isAnswer = (key: string): boolean => !key.endsWith('_desc');

const isOpen = ({ removed }: Removal): boolean =>
  Object.keys(removed).some((key) => isAnswer(key) && isBlank(key));

/** The newest removal that can still be taken back. One whose questions have been answered anew cannot. */
export function lastOpenRemoval(): Removal | undefined {
  removals = removals.filter(isOpen);
  return removals.at(-1);
}

/** The values that a patch is about to empty, apart from the answers of `except` and their labels. */
export function answersClearedBy(patch: Patch, except: readonly string[] = []): Patch {
  const kept = new Set(except.flatMap((key) => [key, `${key}_desc`]));
  return Object.fromEntries(
    Object.keys(patch)
      .filter((key) => patch[key] === '' && !kept.has(key) && !isBlank(key))
      .map((key): [string, Value] => [key, getAnswers()[key] ?? '']),
  );
}

/** Of several answers, those that decide whether the questions of a patch show. */
export function answersThatHide(answers: Iterable<readonly [string, Value]>, patch: Patch): Patch {
  const deciding = new Set(
    walk(partnerForm()).questions.flatMap(({ keys, rules }) =>
      keys.some((key) => key in patch) ? keysReadBy(rules) : [],
    ),
  );
  return Object.fromEntries([...answers].filter(([key]) => deciding.has(key)));
}

/** The answers as they were before a removal. What has been answered since stays, unless it depends on the choice. */
export function restorePatch({ removed, before }: Removal): Patch {
  let patch: Patch = {};
  for (const [key, value] of Object.entries(before))
    patch = { ...patch, ...answerPatch(partnerForm(), key, value, { ...getAnswers(), ...patch }) };
  const missing = Object.entries(removed).filter(([key]) => (patch[key] ?? getAnswers()[key] ?? '') === '');
  return { ...patch, ...Object.fromEntries(missing) };
}

const countAnswers = (patch: Patch): string => {
  const number = Object.keys(patch).filter(isAnswer).length;
  return number === 1 ? '1 answer' : `${number} answers`;
};

const namedAtMost = 2;

/** The questions of some answers; of many, the first ones. */
function questionsOf(patch: Patch): string {
  const labels = walk(partnerForm())
    .questions.filter(({ keys }) => keys.some((key) => isAnswer(key) && key in patch))
    .map(({ question }) => question.label);
  const more = labels.length - namedAtMost;
  if (more <= 0) return labels.join(' and ');
  return `${labels.slice(0, namedAtMost).join(', ')} and ${more} more`;
}

export const removedText = (removed: Patch): string =>
  `${countAnswers(removed)} removed: ${questionsOf(removed)}`;
export const restoredText = (restored: Patch): string => `${countAnswers(restored)} restored`;
