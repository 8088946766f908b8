import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import {
  type Answers,
  type FormState,
  isEmpty,
  isVisible,
  type Patch,
  type Value,
  type VisibilityRule,
} from '../../shared/form/index.ts';

type Known = Required<Pick<FormState, 'answers'>> & {
  readonly counts: Readonly<Partial<Record<string, number>>>;
  readonly tabs: Readonly<Partial<Record<string, string>>>;
};
const nothing: Known = { answers: {}, counts: {}, tabs: {} };

/** What is answered, added and chosen. Each field listens to its own key only. */
export const standing = createStore<Known>(() => nothing);

export const answersNow = (): Answers => standing.getState().answers;
export const hasAnswers = (): boolean => Object.values(answersNow()).some((value) => !isEmpty(value));
export const forgetStanding = (): void => standing.setState(nothing, true);

export const put = (patch: Patch): void =>
  standing.setState(({ answers }) => ({ answers: { ...answers, ...patch } }));

export const useValue = (key: string): Value => useStore(standing, ({ answers }) => answers[key] ?? '');
export const useText = (key: string): string => String(useValue(key));

/** A choice and the label it was stored with: they come and go together, so one subscription is enough. */
export function useChosen(key: string): readonly [code: string, label: string] {
  const code = useText(key);
  return [code, String(answersNow()[`${key}_desc`] ?? '')];
}
export const useShown = (guards: readonly VisibilityRule[]): boolean =>
  useStore(standing, (now) => isVisible(guards, now));
export const useTab = (group: string): string | undefined => useStore(standing, ({ tabs }) => tabs[group]);
export const useCount = (id: string): number => useStore(standing, ({ counts }) => counts[id] ?? 1);
