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
import { getAnswers, getText } from './form-store.ts';
import { partnerForm } from './partner-form.ts';

/** A record that a look-up found, and the answers that it filled. */
const origin = v.object({
  id: v.string(),
  /** The name or street of the record; '' after a later record failed to load. */
  text: v.string(),
  filled: answers,
});
type Origin = Readonly<v.InferOutput<typeof origin>>;
type Origins = Readonly<Record<string, Origin>>;

const storageKey = 'look-ups';
const storedOrigins = v.object({ owner: v.optional(v.string()), origins: v.record(v.string(), origin) });

/** By the key of the look-up question. */
let origins: Origins = {};
let owner: string | undefined;

/** Records that are loading. The symbol identifies the latest choice for each key. */
const pendingRecords = new Map<string, symbol>();

function storeOrigins(newOrigins: Origins): void {
  origins = newOrigins;
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

/** A school with a code must come from a look-up, on another device or before this tab was opened. */
function assumedOrigins({ key, question }: Lookup): readonly (readonly [string, Origin])[] {
  const code = schoolCodeKey(question);
  if (code === undefined || getText(code) === '' || getText(key) === '') return [];
  const current = Object.fromEntries(
    Object.values(question.fills).map((filledKey) => [filledKey, getText(filledKey)]),
  );
  return [[key, { id: '', text: getText(key), filled: autofilledAnswers(key, current, {}) }]];
}

const matchingOrigins = (candidates: Origins): Origins =>
  Object.fromEntries(
    lookups().flatMap(({ key, question }) => {
      const origin = candidates[key];
      return origin !== undefined && namesSameRecord(question.category, origin.text, getText(key))
        ? [[key, origin]]
        : [];
    }),
  );

/**
 * Restores the origins of the loaded answers. Origins of this user stay if the answers still name the record.
 * Origins of an anonymous visitor carry over into the account with their answers.
 */
export function loadAutofillOrigins(): void {
  const currentOwner = getSession().is_logged_in ? getDraftOwner() : '';
  if (owner === currentOwner) return;
  const stored = tabStorage.read(storageKey, storedOrigins) ?? { origins: {} };
  owner = currentOwner;
  if (stored.owner === currentOwner) return void storeOrigins(matchingOrigins(stored.origins));
  const assumedForLookups = Object.fromEntries(lookups().flatMap(assumedOrigins));
  storeOrigins({ ...assumedForLookups, ...(stored.owner === '' ? stored.origins : {}) });
}

export function resetAutofillOrigins(): void {
  owner = undefined;
  origins = {};
  pendingRecords.clear();
  tabStorage.remove(storageKey);
}

/**
 * The answers of these look-ups count as the applicant's own from now on, because they moved to other
 * questions.
 */
export function forgetAutofillOrigins(isMoved: (key: string) => boolean): void {
  for (const key of pendingRecords.keys()) if (isMoved(key)) pendingRecords.delete(key);
  storeOrigins(Object.fromEntries(Object.entries(origins).filter(([key]) => !isMoved(key))));
}

/** Marks a record as loading. The returned function says whether it is still the latest choice. */
export function waitForRecord(key: string): () => boolean {
  const choice = Symbol(key);
  pendingRecords.set(key, choice);
  return () => pendingRecords.get(key) === choice;
}

/** The user typed or chose again: a record that arrives later is ignored. */
export const cancelRecord = (key: string): void => void pendingRecords.delete(key);

/** The page is closing: answers that earlier records filled do not belong to the latest choices. */
export function cancelRecords(): void {
  for (const key of [...pendingRecords.keys()]) recordFailed(key);
}

/** Stores the origin of the answers that a record is about to fill. */
export function recordLoaded(key: string, id: string, patch: Patch): void {
  pendingRecords.delete(key);
  const filled = autofilledAnswers(key, patch, getAnswers(), origins[key]?.filled);
  storeOrigins({ ...origins, [key]: { id, text: String(patch[key] ?? ''), filled } });
}

/**
 * A new record was chosen but failed to load, so the answers of the earlier record no longer belong to any.
 */
export function recordFailed(key: string, id?: string): void {
  pendingRecords.delete(key);
  const origin = origins[key];
  if (origin !== undefined && (id === undefined || origin.id !== id))
    storeOrigins({ ...origins, [key]: { ...origin, text: '' } });
}

const isStale = ({ key, question }: Lookup): boolean => {
  const origin = origins[key];
  if (origin === undefined || pendingRecords.has(key)) return false;
  return !namesSameRecord(question.category, origin.text, getText(key));
};

/** The records of look-ups, as messages call them. */
const sources = { hs_ceeb: 'school', college_ceeb: 'college', address: 'address' } as const;

/**
 * Clears the answers that look-ups filled for records that are no longer named. Each is returned only once.
 */
export function takeStaleAnswers(): {
  readonly patch: Patch;
  readonly fieldId?: string | undefined;
  readonly source?: string | undefined;
} {
  if (Object.keys(origins).length === 0) return { patch: {} };
  const staleLookups = lookups().filter(isStale);
  let patch: Patch = {};
  for (const { key } of staleLookups) {
    patch = { ...patch, ...clearAutofillPatch(partnerForm(), origins[key]?.filled ?? {}, getAnswers()) };
    storeOrigins(without(key));
  }
  const [first] = staleLookups;
  return { patch, fieldId: first?.key, source: first && sources[first.question.category] };
}
