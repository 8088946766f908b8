import { answerPatch, keysReadBy, type Patch, type Value, walk } from '../../shared/form/index.ts';
import { getAnswers } from './form-store.ts';
import { partnerForm } from './partner-form.ts';

/** Answers that one change cleared. The applicant may restore them until the page changes. */
export interface Removal {
  readonly removed: Patch;
  /** The answers that the change replaced. Restoring them shows the questions of the cleared answers again. */
  readonly replaced: Patch;
  /** Where to move the focus: the key, name or element id of the change. */
  readonly fieldId: string;
  /** What to announce, where the cleared answers do not say it. */
  readonly message?: string | undefined;
  /** Opens the previous tab again. Resolves to false when the applicant must answer a dialog first. */
  readonly reopen?: (() => Promise<boolean>) | undefined;
}

/** In order; the newest is the last. */
let removals: readonly Removal[] = [];

export const resetRemovals = (): void => {
  removals = [];
};

export const rememberRemoval = (removal: Removal): void => {
  removals = [...removals, removal];
};

const isBlank = (key: string): boolean => (getAnswers()[key] ?? '') === '';

/** The label of a choice does not count as an answer. */
const isAnswer = (key: string): boolean => !key.endsWith('_desc');

const canRestore = ({ removed }: Removal): boolean =>
  Object.keys(removed).some((key) => isAnswer(key) && isBlank(key));

/** The newest removal that can still be restored. One whose questions were all answered again cannot. */
export function lastOpenRemoval(): Removal | undefined {
  removals = removals.filter(canRestore);
  return removals.at(-1);
}

/** The current values that a patch clears, except the answers of `except` and their labels. */
export function answersClearedBy(patch: Patch, except: readonly string[] = []): Patch {
  const exceptedKeys = new Set(except.flatMap((key) => [key, `${key}_desc`]));
  return Object.fromEntries(
    Object.keys(patch)
      .filter((key) => patch[key] === '' && !exceptedKeys.has(key) && !isBlank(key))
      .map((key): [string, Value] => [key, getAnswers()[key] ?? '']),
  );
}

/** The answers among these that decide whether the questions of a patch are visible. */
export function answersThatHide(answers: Iterable<readonly [string, Value]>, patch: Patch): Patch {
  const decidingKeys = new Set(
    walk(partnerForm()).questions.flatMap(({ keys, rules }) =>
      keys.some((key) => key in patch) ? keysReadBy(rules) : [],
    ),
  );
  return Object.fromEntries([...answers].filter(([key]) => decidingKeys.has(key)));
}

/** A patch that undoes a removal. Answers given since stay, unless they depend on the choice. */
export function restorePatch({ removed, replaced }: Removal): Patch {
  let patch: Patch = {};
  for (const [key, value] of Object.entries(replaced))
    patch = { ...patch, ...answerPatch(partnerForm(), key, value, { ...getAnswers(), ...patch }) };
  const missing = Object.entries(removed).filter(([key]) => (patch[key] ?? getAnswers()[key] ?? '') === '');
  return { ...patch, ...Object.fromEntries(missing) };
}

const countAnswers = (patch: Patch): string => {
  const count = Object.keys(patch).filter(isAnswer).length;
  return count === 1 ? '1 answer' : `${count} answers`;
};

const maxNamedQuestions = 2;

/** The labels of the questions; the first two when there are more. */
function questionsOf(patch: Patch): string {
  const labels = walk(partnerForm())
    .questions.filter(({ keys }) => keys.some((key) => isAnswer(key) && key in patch))
    .map(({ question }) => question.label);
  const unnamedCount = labels.length - maxNamedQuestions;
  if (unnamedCount <= 0) return labels.join(' and ');
  return `${labels.slice(0, maxNamedQuestions).join(', ')} and ${unnamedCount} more`;
}

export const removedText = ({ removed, message }: Removal): string =>
  message ?? `${countAnswers(removed)} removed: ${questionsOf(removed)}`;
export const restoredText = (restored: Patch): string => `${countAnswers(restored)} restored`;
