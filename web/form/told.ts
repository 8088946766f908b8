import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Patch } from '../../shared/form/index.ts';

/** The way back from a change, and the field or the tab where it leads. */
export interface Undo {
  readonly act: () => void;
  readonly at: string;
}
/** What the page did by itself, in words, and how to take it back. */
interface Told {
  readonly words: string;
  readonly undo?: Undo | undefined;
  /** The same words twice are told twice. */
  readonly times: number;
}
const store = createStore<Told>(() => ({ words: '', times: 0 }));

export const tell = (words: string, undo?: Undo): void =>
  store.setState(({ times }) => ({ words, undo, times: times + 1 }));
export const hush = (): void => {
  if (store.getState().words !== '') tell('');
};
export const useTold = (): Told => useStore(store);

/** A label beside a choice is no answer of its own. */
const count = (patch: Patch) => Object.keys(patch).filter((key) => !key.endsWith('_desc')).length;
const answers = (number: number) => (number === 1 ? '1 answer' : `${number} answers`);

/** What was emptied, or else what was given back; what was replaced is neither removed nor new. */
export function wordsFor(emptied: Patch, returned: Patch): string {
  const removed = Object.fromEntries(Object.entries(emptied).filter(([key]) => !(key in returned)));
  if (count(removed) > 0) return `${answers(count(removed))} removed`;
  return count(returned) > 0 ? `${answers(count(returned))} restored` : '';
}
