import {
  answerPatch,
  type DateParts,
  formatIsoDate,
  hiddenAnswersPatch,
  type Patch,
  type Value,
} from '../../shared/form/index.ts';
import { afterPress } from '../ui/after-press.ts';
import { staleAnswers } from './autofill-origins.ts';
import {
  answersClearedBy,
  answersThatHide,
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
import { dropHiddenPartialDates, setPartialDate } from './partial-dates.ts';
import { partnerForm } from './partner-form.ts';
import { enqueue, persistPartialDates } from './save-queue.ts';
import { announce, clearStatusMessage, statusMessage } from './status-message.ts';

function storeAndSave(patch: Patch): void {
  if (Object.keys(patch).length === 0) return;
  setAnswers(patch);
  enqueue(patch);
}

/** What the fields that are being typed in held before, until the page follows. */
const typedOver = new Map<string, Value>();

/** When another person may use the page, nothing of this one's answers comes back. */
export function resetChanges(): void {
  typedOver.clear();
  resetRemovals();
  clearStatusMessage();
}

/** While somebody types nothing else on the page moves; only what was wrong with this very answer, and no longer is, goes. */
export function typeAnswer(key: string, value: Value): void {
  if (!typedOver.has(key)) typedOver.set(key, getAnswers()[key] ?? '');
  storeAndSave({ [key]: value });
  clearFixedErrors(key);
}

/** What is typed of a date: an answer once it is a day, and until then nothing that the server hears of. */
export function typeDate(key: string, parts: DateParts): void {
  setPartialDate(key, parts);
  persistPartialDates();
  const day = formatIsoDate(parts);
  if ((getAnswers()[key] ?? '') !== day) typeAnswer(key, day);
}

/** A choice: its label and what depends on it go along, and the page follows at once. */
export function chooseAnswer(key: string, value: Value): void {
  // Taking the choice back must not take back what was typed before it.
  if (typedOver.size > 0) commitChanges();
  const before = { [key]: getAnswers()[key] ?? '' };
  const patch = answerPatch(partnerForm(), key, value, getAnswers());
  const emptied = answersClearedBy(patch, [key]);
  storeAndSave(patch);
  applyConsequences({ emptied, before, at: key });
}

/** Several answers at once, as a look-up gives them. */
export function fillAnswers(patch: Patch): void {
  storeAndSave(patch);
  commitChanges();
}

/** Empties what look-ups have filled for places that are no longer named. Returns what it held, and where. */
function clearStaleAutofill(): { readonly removed: Patch; readonly at?: string | undefined } {
  const { patch, at } = staleAnswers();
  const removed = answersClearedBy(patch);
  storeAndSave(patch);
  return { removed, at };
}

/** Empties what no longer shows. Returns what it held. */
export function clearHidden(): Patch {
  const hides = hiddenAnswersPatch(partnerForm(), formStore.getState());
  const held = answersClearedBy(hides);
  storeAndSave(hides);
  dropHiddenPartialDates();
  return held;
}

interface Followed extends Partial<Omit<Removal, 'removed'>> {
  /** What the change itself has emptied already. */
  readonly emptied?: Patch;
}

/** The page follows what was answered: it empties what no longer shows, offers to restore it, and looks for problems. */
export function applyConsequences({ emptied = {}, before = {}, at, reopen }: Followed): void {
  const left = clearStaleAutofill();
  const removed = { ...emptied, ...left.removed, ...clearHidden() };
  const replaced = { ...answersThatHide(typedOver, removed), ...before };
  typedOver.clear();
  const place = at ?? left.at ?? Object.keys(replaced)[0] ?? '';
  if (Object.keys(removed).length > 0) rememberRemoval({ removed, before: replaced, at: place, reopen });
  offerRestore();
  revalidate();
}

/** The newest removal stays in sight, with its way back; announced once. */
function offerRestore(): void {
  const removal = lastOpenRemoval();
  if (removal === undefined) clearStatusMessage();
  else if (removal !== statusMessage().restore?.of)
    announce(removedText(removal.removed), { act: () => restore(removal), at: removal.at, of: removal });
}

/** Gives back what a change removed, and takes the change itself back where that is what hides it. */
function restore(removal: Removal): void {
  const giveBack = () => {
    const patch = restorePatch(removal);
    const emptied = answersClearedBy(patch, Object.keys(removal.before));
    storeAndSave(patch);
    applyConsequences({ emptied });
    if (Object.keys(emptied).length === 0) announce(restoredText(removal.removed));
  };
  if (removal.reopen === undefined) giveBack();
  else void removal.reopen().then((isOpen) => isOpen && giveBack());
}

export const commitChanges = (): void => applyConsequences({});

/** The same when a field is left, which a press on something else may have done. */
export const commitOnBlur = (): void => afterPress(commitChanges);
