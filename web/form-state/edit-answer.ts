import {
  type Answers,
  answerPatch,
  cleanValue,
  type DateParts,
  formatIsoDate,
  formatTypedParts,
  hiddenAnswersPatch,
  isEmpty,
  type Patch,
  type PlacedQuestion,
  staleCodesPatch,
  typedPartsKey,
  typedValue,
  type Value,
  walk,
} from '../../shared/form/index.ts';
import { afterPress } from '../ui/after-press.ts';
import { speak } from '../ui/speak.ts';
import { createValue } from '../value.ts';
import { clearFixedErrors, revalidate } from './errors.ts';
import { formStore, getAnswers, setAnswers } from './form-store.ts';
import { partnerForm, storedField } from './partner-form.ts';
import { saveQueue } from './save-queue.ts';

/** An offer to undo the last change, which cleared answers. It ends with the next change. */
export interface UndoOffer {
  /** The key of the question that shows the offer. */
  readonly place: string;
  readonly text: string;
  readonly undo: () => void;
}

export const undoOffer = createValue<UndoOffer | undefined>(undefined);

export const withdrawUndo = (): void => undoOffer.set(undefined);

/** The label of a choice does not count as an answer. */
const isAnswer = (key: string): boolean => !key.endsWith('_desc');

const maxNamedQuestions = 2;

const labelIn = ({ part, question }: PlacedQuestion): string =>
  part === '' ? question.label : `${part}: ${question.label}`;

/** The cleared questions, or the block that they are in: ': Honor 1' or ' in Alumna/us 1'. */
function questionsOf(cleared: readonly string[]): string {
  const questions = walk(partnerForm()).questions.filter(({ keys }) =>
    keys.some((key) => isAnswer(key) && cleared.includes(key)),
  );
  const blocks = new Set(questions.map(({ part }) => part));
  const [block = ''] = blocks;
  if (questions.length > 1 && blocks.size === 1 && block !== '') return ` in ${block}`;
  const named = questions.slice(0, maxNamedQuestions).map(labelIn);
  const unnamedCount = questions.length - named.length;
  return unnamedCount > 0 ? `: ${named.join(', ')} and ${unnamedCount} more` : `: ${named.join(' and ')}`;
}

function clearedText(cleared: readonly string[]): string {
  const count = cleared.filter(isAnswer).length;
  const text = `We cleared ${count === 1 ? '1 answer' : `${count} answers`}${questionsOf(cleared)}`;
  return text.replace(/[^.?!]$/, '$&.');
}

/** Offers to undo the change of a question, which cleared answers. */
function offerUndo(changed: string, cleared: readonly string[], undo: () => void): void {
  const question = walk(partnerForm()).questions.find(({ keys }) => keys.includes(changed));
  const text = clearedText(cleared);
  undoOffer.set({ place: question?.key ?? changed, text, undo });
  speak(text);
}

/** A change that the user makes, with all answers before it. */
interface Change {
  /** The key that changed. */
  readonly changed: string;
  readonly before: Answers;
}

/** The answer that the user is typing, until the next commit. */
let typing: Change | undefined;

/** Stores answers on the page and saves them. The caller applies the consequences. */
export function storeAndSave(patch: Patch): void {
  if (Object.keys(patch).length === 0) return;
  setAnswers(patch);
  saveQueue.add(patch);
}

/** Forgets the last change, so that the next user of this page cannot undo it. */
export function resetChanges(): void {
  typing = undefined;
  withdrawUndo();
}

/**
 * Stores a typed answer. While the user types nothing else on the page changes, except that errors of this
 * answer disappear once they are fixed.
 */
export function typeAnswer(key: string, value: Value): void {
  typing ??= { changed: key, before: getAnswers() };
  const field = storedField(key);
  storeAndSave({ [key]: field === undefined ? value : typedValue(field, value) });
  clearFixedErrors(key);
}

/** Stores a typed date: as an answer if the date exists, otherwise as parts under a separate key. */
export function typeDate(key: string, parts: DateParts): void {
  const typed = { [key]: formatIsoDate(parts), [typedPartsKey(key)]: formatTypedParts(parts) };
  for (const [stored, value] of Object.entries(typed))
    if ((getAnswers()[stored] ?? '') !== value) typeAnswer(stored, value);
}

/** Stores a choice with its label, and updates the page immediately. */
export function chooseAnswer(key: string, value: Value): void {
  // Undoing this choice must not undo what was typed before.
  if (typing !== undefined) commitChanges();
  const before = getAnswers();
  storeAndSave(answerPatch(partnerForm(), key, value, before));
  applyConsequences({ changed: key, before });
}

/** All answers before the user typed. */
export const answersBeforeTyping = (): Answers => typing?.before ?? getAnswers();

/** Stores the answers of a look-up's record. `before` are all answers before the user looked for it. */
export function fillAnswers(key: string, patch: Patch, before: Answers): void {
  const replaced = Object.keys(patch).map((filled): [string, Value] => [filled, before[filled] ?? '']);
  applyConsequences({ changed: key, before: { ...getAnswers(), ...Object.fromEntries(replaced) } }, patch);
}

/** Stores answers. Returns the keys that this cleared. */
function storeAndCompare(patch: Patch): readonly string[] {
  const before = getAnswers();
  storeAndSave(patch);
  return Object.keys(patch).filter((key) => patch[key] === '' && !isEmpty(before[key]));
}

/**
 * Updates the page after a change: stores `patch`, clears hidden answers, offers to undo the change if these
 * two cleared answers, and validates. The state of another country, which the change itself cleared, is no
 * reason for an offer.
 */
export function applyConsequences(change?: Change, patch: Patch = {}): void {
  typing = undefined;
  if (change !== undefined) withdrawUndo();
  const cleared = [
    ...storeAndCompare(patch),
    ...storeAndCompare(hiddenAnswersPatch(partnerForm(), formStore.get())),
  ];
  if (change !== undefined && cleared.length > 0) {
    const replaced = replacedSince(change.before);
    offerUndo(change.changed, cleared, () => undo(replaced));
  }
  revalidate();
}

/** A patch that brings back the answers before a change. */
const replacedSince = (before: Answers): Patch =>
  Object.fromEntries(
    Object.entries(getAnswers())
      .filter(([key, value]) => value !== before[key])
      .map(([key]): [string, Value] => [key, before[key] ?? '']),
  );

function undo(replaced: Patch): void {
  withdrawUndo();
  storeAndSave(replaced);
  applyConsequences();
}

/** Stores typed text as it is seen: without spaces around it and without invisible characters. */
function cleanTyped({ before }: Change): void {
  const typed = Object.entries(getAnswers()).filter(([key, value]) => value !== before[key]);
  const cleaned = typed.flatMap(([key, value = '']): [string, Value][] => {
    const field = storedField(key);
    const seen = field === undefined ? value : cleanValue(field, value);
    return seen === value ? [] : [[key, seen]];
  });
  storeAndSave(Object.fromEntries(cleaned));
}

export function commitChanges(): void {
  if (typing !== undefined) cleanTyped(typing);
  applyConsequences(typing, typing && staleCodesPatch(partnerForm(), typing.before, getAnswers()));
}

/** Commits on blur, after a press that may have caused it. */
export const commitOnBlur = (): void => afterPress(commitChanges);
