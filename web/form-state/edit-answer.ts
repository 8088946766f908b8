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
  decidingAmong,
  emptiedBy,
  forgetRemovals,
  openRemoval,
  type Removal,
  rememberRemoval,
  removedText,
  restoredText,
  restoring,
} from './cleared-answers.ts';
import { mend, recheck } from './errors.ts';
import { answersNow, put, standing } from './form-store.ts';
import { forgetHiddenPartialDates, setPartialDate } from './partial-dates.ts';
import { ourForm } from './partner-form.ts';
import { changed, keepPartialDates } from './save-queue.ts';
import { announce, clearStatusMessage, statusMessage } from './status-message.ts';

function take(patch: Patch): void {
  if (Object.keys(patch).length === 0) return;
  put(patch);
  changed(patch);
}

/** What the fields that are being typed in held before, until the page follows. */
const typedOver = new Map<string, Value>();

/** When another person may use the page, nothing of this one's answers comes back. */
export function forgetChanges(): void {
  typedOver.clear();
  forgetRemovals();
  clearStatusMessage();
}

/** While somebody types nothing else on the page moves; only what was wrong with this very answer, and no longer is, goes. */
export function type(key: string, value: Value): void {
  if (!typedOver.has(key)) typedOver.set(key, answersNow()[key] ?? '');
  take({ [key]: value });
  mend(key);
}

/** What is typed of a date: an answer once it is a day, and until then nothing that the server hears of. */
export function typeDate(key: string, parts: DateParts): void {
  setPartialDate(key, parts);
  keepPartialDates();
  const day = formatIsoDate(parts);
  if ((answersNow()[key] ?? '') !== day) type(key, day);
}

/** A choice: its label and what depends on it go along, and the page follows at once. */
export function choose(key: string, value: Value): void {
  // Taking the choice back must not take back what was typed before it.
  if (typedOver.size > 0) commit();
  const before = { [key]: answersNow()[key] ?? '' };
  const patch = answerPatch(ourForm(), key, value, answersNow());
  const emptied = emptiedBy(patch, [key]);
  take(patch);
  follow({ emptied, before, at: key });
}

/** Several answers at once, as a look-up gives them. */
export function fill(patch: Patch): void {
  take(patch);
  commit();
}

/** Empties what look-ups have filled for places that are no longer named. Returns what it held, and where. */
function emptyStale(): { readonly removed: Patch; readonly at?: string | undefined } {
  const { patch, at } = staleAnswers();
  const removed = emptiedBy(patch);
  take(patch);
  return { removed, at };
}

/** Empties what no longer shows. Returns what it held. */
export function emptyHidden(): Patch {
  const hides = hiddenAnswersPatch(ourForm(), standing.getState());
  const held = emptiedBy(hides);
  take(hides);
  forgetHiddenPartialDates();
  return held;
}

interface Followed extends Partial<Omit<Removal, 'removed'>> {
  /** What the change itself has emptied already. */
  readonly emptied?: Patch;
}

/** The page follows what was answered: it empties what no longer shows, offers to restore it, and looks for problems. */
export function follow({ emptied = {}, before = {}, at, reopen }: Followed): void {
  const left = emptyStale();
  const removed = { ...emptied, ...left.removed, ...emptyHidden() };
  const replaced = { ...decidingAmong(typedOver, removed), ...before };
  typedOver.clear();
  const place = at ?? left.at ?? Object.keys(replaced)[0] ?? '';
  if (Object.keys(removed).length > 0) rememberRemoval({ removed, before: replaced, at: place, reopen });
  offerRestore();
  recheck();
}

/** The newest removal stays in sight, with its way back; announced once. */
function offerRestore(): void {
  const removal = openRemoval();
  if (removal === undefined) clearStatusMessage();
  else if (removal !== statusMessage().restore?.of)
    announce(removedText(removal.removed), { act: () => restore(removal), at: removal.at, of: removal });
}

/** Gives back what a change removed, and takes the change itself back where that is what hides it. */
function restore(removal: Removal): void {
  const giveBack = () => {
    const patch = restoring(removal);
    const emptied = emptiedBy(patch, Object.keys(removal.before));
    take(patch);
    follow({ emptied });
    if (Object.keys(emptied).length === 0) announce(restoredText(removal.removed));
  };
  if (removal.reopen === undefined) giveBack();
  else void removal.reopen().then((isOpen) => isOpen && giveBack());
}

export const commit = (): void => follow({});

/** The same when a field is left, which a press on something else may have done. */
export const commitOnBlur = (): void => afterPress(commit);
