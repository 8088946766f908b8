import {
  answerPatch,
  keysReadBy,
  type Patch,
  type PlacedQuestion,
  type Value,
  walk,
} from '../../shared/form/index.ts';
import { getAnswers } from './form-store.ts';
import { partnerForm } from './partner-form.ts';

/** Answers that one change cleared. The applicant may restore them until the page changes. */
export interface Removal {
  readonly removed: Patch;
  /**
   * The answers that the change replaced. Restoring them shows the questions of the cleared answers again.
   */
  readonly replaced: Patch;
  /** Where to move the focus: the key, name or element id of the change. */
  readonly fieldId: string;
  /** The record of a look-up that the answers came from. */
  readonly source?: string | undefined;
  /** The announcement, where the cleared answers do not say it. */
  readonly message?: string | undefined;
  /** Opens the previous tab again. Resolves to false when the applicant must answer a dialog first. */
  readonly reopen?: (() => Promise<boolean>) | undefined;
}

/** After so many more answers, the applicant no longer wants the cleared ones. */
const maxAnswersSince = 3;

/** In order; the newest is the last. */
let removals: readonly { readonly removal: Removal; readonly answersSince: number }[] = [];

export const resetRemovals = (): void => {
  removals = [];
};

export const rememberRemoval = (removal: Removal): void => {
  removals = [...removals, { removal, answersSince: 0 }];
};

/** The applicant has answered one more question. */
export const countAnswer = (): void => {
  removals = removals
    .map(({ removal, answersSince }) => ({ removal, answersSince: answersSince + 1 }))
    .filter(({ answersSince }) => answersSince < maxAnswersSince);
};

const isBlank = (key: string): boolean => (getAnswers()[key] ?? '') === '';

/** The label of a choice does not count as an answer. */
const isAnswer = (key: string): boolean => !key.endsWith('_desc');

const canRestore = ({ removed }: Removal): boolean =>
  Object.keys(removed).some((key) => isAnswer(key) && isBlank(key));

/** The newest removal that can still be restored. One whose questions were all answered again cannot. */
export function lastOpenRemoval(): Removal | undefined {
  removals = removals.filter(({ removal }) => canRestore(removal));
  return removals.at(-1)?.removal;
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

const asSentence = (text: string): string => text.replace(/[^.?!]$/, '$&.');

const labelIn = ({ part, question }: PlacedQuestion): string =>
  part === '' ? question.label : `${part}: ${question.label}`;

/**
 * The cleared questions, with the block that they are in: ': Alumna/us 1: First Name' or ' in Alumna/us 1'.
 */
function questionsOf(patch: Patch): string {
  const cleared = walk(partnerForm()).questions.filter(({ keys }) =>
    keys.some((key) => isAnswer(key) && key in patch),
  );
  const blocks = new Set(cleared.map(({ part }) => part));
  const [block = ''] = blocks;
  if (cleared.length > 1 && blocks.size === 1 && block !== '') return ` in ${block}`;
  const named = cleared.slice(0, maxNamedQuestions).map(labelIn);
  const unnamedCount = cleared.length - named.length;
  return unnamedCount > 0 ? `: ${named.join(', ')} and ${unnamedCount} more` : `: ${named.join(' and ')}`;
}

export const removedText = ({ removed, message, source }: Removal): string =>
  message ??
  asSentence(
    `We cleared ${countAnswers(removed)}${source === undefined ? questionsOf(removed) : ` about your last ${source}`}`,
  );
export const restoredText = (restored: Patch): string => `${countAnswers(restored)} restored`;
