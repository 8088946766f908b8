import * as v from 'valibot';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { maxChosen } from '../../shared/rules/console-limits.ts';
import { tabStorage } from '../session/tab-storage.ts';

// Applications that a person has chosen for a file. The tab keeps them across pages, filters and reloads.

const storageKey = 'staff-chosen';
const chosenApplication = v.object({ applicant: v.string(), name: v.string(), confirmation: v.string() });
export type ChosenApplication = v.InferOutput<typeof chosenApplication>;
type Chosen = readonly ChosenApplication[];

// A rendered page knows nothing of the tab. React shows the initial state while it takes over that page.
const store = createStore<{ readonly chosen: Chosen }>(() => ({ chosen: [] }));
store.setState({ chosen: tabStorage.read(storageKey, v.array(chosenApplication)) ?? [] });

export const useChosen = (): Chosen => useStore(store, ({ chosen }) => chosen);

function setChosen(chosen: Chosen): void {
  store.setState({ chosen });
  tabStorage.write(storageKey, chosen);
}

/** Adds applications up to the limit. Returns the number of those that do not fit. */
export function choose(applications: Chosen): number {
  const { chosen } = store.getState();
  const known = new Set(chosen.map(({ applicant }) => applicant));
  const added = applications.filter(({ applicant }) => !known.has(applicant));
  const all = [
    ...chosen,
    ...added.map(({ applicant, name, confirmation }) => ({ applicant, name, confirmation })),
  ];
  setChosen(all.slice(0, maxChosen));
  return Math.max(0, all.length - maxChosen);
}

export function unchoose(applications: readonly Pick<ChosenApplication, 'applicant'>[]): void {
  const gone = new Set(applications.map(({ applicant }) => applicant));
  setChosen(store.getState().chosen.filter(({ applicant }) => !gone.has(applicant)));
}

export const clearChosen = (): void => setChosen([]);

/** '12 chosen' */
export const chosenText = (count: number): string =>
  count === maxChosen ? `${count} chosen, the most for one file` : `${count} chosen`;

export const tooManyText = `A file has at most ${maxChosen} applications. The others are not chosen.`;
