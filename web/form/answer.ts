import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { answering, clearing, type Patch, type Value } from '../../shared/form/index.ts';
import { ourForm } from './our-form.ts';
import { changed } from './save.ts';
import { answersNow, put, standing } from './standing.ts';
import { recheck } from './wrong.ts';

/** What hidden questions held, given back when the choice returns in the same visit (accessibility, 3.3.4). */
const hidden = new Map<string, Value>();

const spoken = createStore<{ words: string }>(() => ({ words: '' }));
export const useSpoken = (): string => useStore(spoken, ({ words }) => words);
export const forgetHidden = (): void => hidden.clear();

function take(patch: Patch): void {
  put(patch);
  changed(patch);
}

/** While somebody types: nothing else on the page moves. */
export const type = (key: string, value: Value): void => take({ [key]: value });

/** A choice: its label and what depends on it go along, and the page follows at once. */
export function choose(key: string, value: Value): void {
  take(answering(ourForm(), key, value, answersNow()));
  commit();
}

/** Several answers at once, as a look-up gives them. */
export function fill(patch: Patch): void {
  take(patch);
  commit();
}

/** The page follows what was answered: it empties what hides, gives back what returns, and looks for problems. */
export function commit(): void {
  const emptied = clearing(ourForm(), standing.getState());
  for (const key of Object.keys(emptied)) hidden.set(key, answersNow()[key] ?? '');
  if (Object.keys(emptied).length > 0) take(emptied);
  const returned = returning(emptied);
  if (Object.keys(returned).length > 0) take(returned);
  spoken.setState({ words: wordsFor(emptied, returned) });
  recheck();
}

function returning(emptied: Patch): Patch {
  const candidates = [...hidden].filter(([key]) => !(key in emptied) && (answersNow()[key] ?? '') === '');
  if (candidates.length === 0) return {};
  const now = standing.getState();
  const stillHidden = clearing(ourForm(), {
    ...now,
    answers: { ...now.answers, ...Object.fromEntries(candidates) },
  });
  const returned = candidates.filter(([key]) => !(key in stillHidden));
  for (const [key] of returned) hidden.delete(key);
  return Object.fromEntries(returned);
}

/** A label beside a choice is no answer of its own. */
const count = (patch: Patch) => Object.keys(patch).filter((key) => !key.endsWith('_desc')).length;
const answers = (number: number) => (number === 1 ? '1 answer' : `${number} answers`);

function wordsFor(emptied: Patch, returned: Patch): string {
  if (count(emptied) > 0) return `${answers(count(emptied))} removed`;
  return count(returned) > 0 ? `${answers(count(returned))} restored` : '';
}
