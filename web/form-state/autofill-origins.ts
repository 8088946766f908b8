import * as v from 'valibot';
import { answers } from '../../shared/api/replies.ts';
import {
  type AutocompleteQuestion,
  autofilledAnswers,
  clearAutofillPatch,
  namesSameRecord,
  type Patch,
  schoolCodeKey,
  walk,
} from '../../shared/form/index.ts';
import { getSession } from '../session/session.ts';
import { tabStorage } from '../session/tab-storage.ts';
import { getDraftOwner } from '../session/unsaved-answers.ts';
import { getAnswers } from './form-store.ts';
import { partnerForm } from './partner-form.ts';

/** A record that a look-up found, and the answers that it filled. */
const origin = v.object({
  id: v.string(),
  /** The name or street in the record; '' after another record was chosen and failed to load. */
  text: v.string(),
  filled: answers,
});
type Origin = Readonly<v.InferOutput<typeof origin>>;
type Origins = Readonly<Record<string, Origin>>;

const storageKey = 'look-ups';
const storedOrigins = v.object({ owner: v.optional(v.string()), origins: v.record(v.string(), origin) });

/** By the key of the look-up. */
let origins: Origins = {};
let owner: string | undefined;

/** Look-ups whose record is on its way, each with the choice that asked for it. */
const waiting = new Map<string, symbol>();

function keep(found: Origins): void {
  origins = found;
  tabStorage.write(storageKey, { owner, origins });
}

function without(key: string): Origins {
  const { [key]: _, ...others } = origins;
  return others;
}

interface Lookup {
  readonly key: string;
  readonly question: AutocompleteQuestion;
}
const lookups = (): readonly Lookup[] =>
  walk(partnerForm()).questions.flatMap(({ key, question }) =>
    question.kind === 'autocomplete' ? [{ key, question }] : [],
  );

const text = (key: string): string => String(getAnswers()[key] ?? '');

/** A school with its code was found by a look-up, on another device or before this tab was opened. */
function foundBefore({ key, question }: Lookup): readonly (readonly [string, Origin])[] {
  const code = schoolCodeKey(question);
  if (code === undefined || text(code) === '' || text(key) === '') return [];
  const current = Object.fromEntries(Object.values(question.fills).map((each) => [each, text(each)]));
  return [[key, { id: '', text: text(key), filled: autofilledAnswers(key, current, {}) }]];
}

const stillNamed = (found: Origins): Origins =>
  Object.fromEntries(
    lookups().flatMap(({ key, question }) => {
      const origin = found[key];
      return origin !== undefined && namesSameRecord(question.category, origin.text, text(key))
        ? [[key, origin]]
        : [];
    }),
  );

/**
 * What this tab knows of the answers that were loaded. A place that was renamed elsewhere has been dealt with there. What
 * a visitor looked up goes into the account with the answers, and where another place stands there already, it is
 * emptied again.
 */
export function loadOrigins(): void {
  const now = getSession().is_logged_in ? getDraftOwner() : '';
  if (owner === now) return;
  const stored = tabStorage.read(storageKey, storedOrigins) ?? { origins: {} };
  owner = now;
  if (stored.owner === now) return void keep(stillNamed(stored.origins));
  const assumed = Object.fromEntries(lookups().flatMap(foundBefore));
  keep({ ...assumed, ...(stored.owner === '' ? stored.origins : {}) });
}

export function resetOrigins(): void {
  owner = undefined;
  origins = {};
  waiting.clear();
  tabStorage.remove(storageKey);
}

/** Begins to wait for a record; returns whether it is still wanted. */
export function waitForRecord(key: string): () => boolean {
  const choice = Symbol(key);
  waiting.set(key, choice);
  return () => waiting.get(key) === choice;
}

/** Somebody types or chooses on: a record that comes later is not taken. */
export const cancelRecord = (key: string): void => void waiting.delete(key);

/** The page goes: what was found before does not belong to what was chosen last. */
export function cancelRecords(): void {
  for (const key of [...waiting.keys()]) recordFailed(key);
}

/** Notes what a record is about to fill. */
export function recordArrived(key: string, id: string, patch: Patch): void {
  waiting.delete(key);
  const filled = autofilledAnswers(key, patch, getAnswers(), origins[key]?.filled);
  keep({ ...origins, [key]: { id, text: String(patch[key] ?? ''), filled } });
}

/** Another place was chosen and its record did not come: what the earlier one filled belongs to nothing. */
export function recordFailed(key: string, id?: string): void {
  waiting.delete(key);
  const origin = origins[key];
  if (origin !== undefined && (id === undefined || origin.id !== id))
    keep({ ...origins, [key]: { ...origin, text: '' } });
}

const isStale = ({ key, question }: Lookup): boolean => {
  const origin = origins[key];
  if (origin === undefined || waiting.has(key)) return false;
  return !namesSameRecord(question.category, origin.text, text(key));
};

/** The answers that look-ups have filled for places that are no longer named, to be emptied; told once. */
export function staleAnswers(): { readonly patch: Patch; readonly at?: string | undefined } {
  if (Object.keys(origins).length === 0) return { patch: {} };
  const left = lookups().filter(isStale);
  let patch: Patch = {};
  for (const { key } of left) {
    patch = { ...patch, ...clearAutofillPatch(partnerForm(), origins[key]?.filled ?? {}, getAnswers()) };
    keep(without(key));
  }
  return { patch, at: left[0]?.key };
}
