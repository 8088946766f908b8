import { answering, clearing, type Patch, type Value } from '../../shared/form/index.ts';
import { afterPress } from '../ui/after-press.ts';
import { ourForm } from './our-form.ts';
import { changed } from './save.ts';
import { dependentsReturning, returning, setAside, setDependentsAside } from './set-aside.ts';
import { answersNow, put, standing } from './standing.ts';
import { hush, tell, type Undo, wordsFor } from './told.ts';
import { mend, recheck } from './wrong.ts';

function take(patch: Patch): void {
  if (Object.keys(patch).length === 0) return;
  put(patch);
  changed(patch);
}

/** While somebody types nothing else on the page moves; only what was wrong with this very answer, and no longer is, goes. */
export function type(key: string, value: Value): void {
  take({ [key]: value });
  mend(key);
}

/** A choice: its label and what depends on it go along, and the page follows at once. */
export function choose(key: string, value: Value): void {
  const before = answersNow()[key] ?? '';
  const patch = answering(ourForm(), key, value, answersNow());
  const emptied = setDependentsAside(key, patch);
  take(patch);
  const returned = dependentsReturning(key, value);
  take(returned);
  hush();
  follow({ emptied, returned, undo: { act: () => choose(key, before), at: key } });
}

/** Several answers at once, as a look-up gives them. */
export function fill(patch: Patch): void {
  take(patch);
  commit();
}

interface Followed {
  /** What the change itself has emptied and given back already. */
  readonly emptied?: Patch;
  readonly returned?: Patch;
  readonly undo?: Undo;
}

/** The page follows what was answered: it empties what hides, gives back what returns, and looks for problems. */
export function follow({ emptied = {}, returned = {}, undo }: Followed): Patch {
  const hides = clearing(ourForm(), standing.getState());
  setAside(hides);
  take(hides);
  const returns = returning(hides);
  take(returns);
  const words = wordsFor({ ...emptied, ...hides }, { ...returned, ...returns });
  if (words !== '') tell(words, words.endsWith('removed') ? undo : undefined);
  recheck();
  return hides;
}

export const commit = (): void => void follow({});

/** The same when a field is left, which a press on something else may have done. */
export const commitOnBlur = (): void => afterPress(commit);
