import {
  answerPatch,
  type DateParts,
  formatIsoDate,
  formatTypedParts,
  hiddenAnswersPatch,
  type Patch,
  typedPartsKey,
  type Value,
} from '../../shared/form/index.ts';
import { afterPress } from '../ui/after-press.ts';
import { forgetLeftOut, updateNotes } from './answer-notes.ts';
import { takeStaleAnswers } from './autofill-origins.ts';
import {
  answersClearedBy,
  answersThatHide,
  countAnswer,
  lastOpenRemoval,
  type Removal,
  rememberRemoval,
  removedText,
  resetRemovals,
  restoredText,
  restorePatch,
} from './cleared-answers.ts';
import { clearFixedErrors, revalidate } from './errors.ts';
import { formStore, getAnswers, setAnswers } from './form-store.ts';
import { partnerForm } from './partner-form.ts';
import { saveQueue } from './save-queue.ts';
import { announce, clearStatusMessage, statusMessage } from './status-message.ts';

/** Stores answers on the page and saves them. The caller applies the consequences. */
export function storeAndSave(patch: Patch): void {
  if (Object.keys(patch).length === 0) return;
  setAnswers(patch);
  saveQueue.add(patch);
}

/** The values that fields had before the user started typing in them, until the next commit. */
const valuesBeforeTyping = new Map<string, Value>();

/** Forgets all changes, so that the next user of this page cannot restore them. */
export function resetChanges(): void {
  valuesBeforeTyping.clear();
  resetRemovals();
  clearStatusMessage();
}

/**
 * Stores a typed answer. While the user types nothing else on the page changes, except that errors of this
 * answer disappear once they are fixed.
 */
export function typeAnswer(key: string, value: Value): void {
  if (!valuesBeforeTyping.has(key)) valuesBeforeTyping.set(key, getAnswers()[key] ?? '');
  storeAndSave({ [key]: value });
  clearFixedErrors(key);
  forgetLeftOut(key);
}

/** Stores a typed date: as an answer if the date exists, otherwise as parts under a separate key. */
export function typeDate(key: string, parts: DateParts): void {
  const typed = { [key]: formatIsoDate(parts), [typedPartsKey(key)]: formatTypedParts(parts) };
  for (const [stored, value] of Object.entries(typed))
    if ((getAnswers()[stored] ?? '') !== value) typeAnswer(stored, value);
}

/** Stores a choice with its label, and updates the page immediately. */
export function chooseAnswer(key: string, value: Value): void {
  // Restoring this choice must not undo what was typed before.
  if (valuesBeforeTyping.size > 0) commitChanges();
  const replacedAnswers = { [key]: getAnswers()[key] ?? '' };
  const patch = answerPatch(partnerForm(), key, value, getAnswers());
  const cleared = answersClearedBy(patch, [key]);
  storeAndSave(patch);
  applyConsequences({ cleared, replaced: replacedAnswers, fieldId: key });
}

/** Stores several answers together, for a look-up. */
export function fillAnswers(patch: Patch): void {
  storeAndSave(patch);
  commitChanges();
}

/**
 * Clears answers that look-ups filled for records that are no longer named. Returns the cleared values and
 * their origin.
 */
function clearStaleAutofill(): Pick<Removal, 'removed' | 'source'> & {
  readonly fieldId?: string | undefined;
} {
  const { patch, ...origin } = takeStaleAnswers();
  const removed = answersClearedBy(patch);
  storeAndSave(patch);
  return { removed, ...origin };
}

/** Clears the answers of hidden questions. Returns the cleared values. */
export function clearHidden(): Patch {
  const clearing = hiddenAnswersPatch(partnerForm(), formStore.getState());
  const cleared = answersClearedBy(clearing);
  storeAndSave(clearing);
  return cleared;
}

interface Change extends Partial<Omit<Removal, 'removed'>> {
  /** Answers that the change itself has already cleared. */
  readonly cleared?: Patch;
}

/** Updates the page after a change: clears hidden answers, offers to restore them, and validates. */
export function applyConsequences({
  cleared = {},
  replaced: replacedAnswers = {},
  fieldId,
  message,
  reopen,
}: Change): void {
  if (valuesBeforeTyping.size > 0 || Object.keys(replacedAnswers).length > 0) countAnswer();
  const stale = clearStaleAutofill();
  const others = { ...cleared, ...clearHidden() };
  const removed = { ...others, ...stale.removed };
  const source = Object.keys(others).length === 0 ? stale.source : undefined;
  const replaced = { ...answersThatHide(valuesBeforeTyping, removed), ...replacedAnswers };
  valuesBeforeTyping.clear();
  const restoreFieldId = fieldId ?? stale.fieldId ?? Object.keys(replaced)[0] ?? '';
  if (Object.keys(removed).length > 0)
    rememberRemoval({ removed, replaced, fieldId: restoreFieldId, message, source, reopen });
  offerRestore();
  if (message !== undefined && Object.keys(removed).length === 0) announce(message);
  revalidate();
  updateNotes().catch(() => {
    // Ignored: notes are optional, and the next commit loads the rules again.
  });
}

/** Announces the newest removal once, with a button that restores it. */
function offerRestore(): void {
  const removal = lastOpenRemoval();
  if (removal === undefined) clearStatusMessage();
  else if (removal !== statusMessage().restore?.removal)
    announce(removedText(removal), {
      run: () => restore(removal),
      fieldId: removal.fieldId,
      removal,
    });
}

/** Restores the cleared answers, and undoes the change itself if it would hide them again. */
function restore(removal: Removal): void {
  const putBack = () => {
    const patch = restorePatch(removal);
    const cleared = answersClearedBy(patch, Object.keys(removal.replaced));
    storeAndSave(patch);
    applyConsequences({ cleared });
    if (Object.keys(cleared).length === 0) announce(restoredText(removal.removed));
  };
  if (removal.reopen === undefined) putBack();
  else void removal.reopen().then((isOpen) => isOpen && putBack());
}

export const commitChanges = (): void => applyConsequences({});

/** Commits on blur, after a press that may have caused it. */
export const commitOnBlur = (): void => afterPress(commitChanges);
