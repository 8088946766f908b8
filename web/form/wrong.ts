import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type Problems, problems } from '../../shared/form/index.ts';
import { known } from '../session/snapshot.ts';
import { context, ourForm } from './our-form.ts';
import { standing } from './standing.ts';

interface Wrong {
  readonly found: Problems;
  /** Many at once are not read out one by one (decision D-98). */
  readonly isQuiet: boolean;
  /** Grows with each check, so that whoever counts answers counts again. */
  readonly checks: number;
}
const store = createStore<Wrong>(() => ({ found: {}, isQuiet: true, checks: 0 }));
const nothing: Readonly<Record<'quiet' | 'aloud', readonly string[]>> = { quiet: [], aloud: [] };

export const findProblems = (): Problems => problems(ourForm(), standing.getState(), context());

/** Looks again at what is wrong; it shows only while the status is validating. */
export function recheck({ isQuiet = false } = {}): void {
  const found = known().web_status === 'validating' ? findProblems() : {};
  store.setState(({ checks }) => ({ found, isQuiet, checks: checks + 1 }));
}

/** Shows what the server found, until the next check. */
export const showProblems = (found: Problems): void => store.setState({ found, isQuiet: true });

export const useProblems = (): Problems => useStore(store, ({ found }) => found);
export const useChecks = (): number => useStore(store, ({ checks }) => checks);

/** One subscription for each field: what is wrong with it, and whether to say so aloud, which changes either list. */
export function useWrong(key: string): { readonly messages: readonly string[]; readonly isQuiet: boolean } {
  const messages = useStore(
    store,
    ({ found, isQuiet }) => found[key] ?? nothing[isQuiet ? 'quiet' : 'aloud'],
  );
  return { messages, isQuiet: store.getState().isQuiet };
}
