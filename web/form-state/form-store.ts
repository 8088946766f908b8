import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import {
  type Answers,
  type DateParts,
  type FormState,
  isEmpty,
  isVisible,
  type Patch,
  type Value,
  type VisibilityRule,
} from '../../shared/form/index.ts';

/** The proof that an application arrived. */
export interface Receipt {
  readonly confirmation: string;
  readonly submitted_at: string;
}

interface StoredForm extends FormState {
  readonly counts: Readonly<Partial<Record<string, number>>>;
  readonly tabs: Readonly<Partial<Record<string, string>>>;
  /** Dates that are typed in part, or that no calendar has, by key. They are not answers yet: partial-dates.ts writes them. */
  readonly partialDates: Readonly<Record<string, DateParts>>;
  /** What became of the answers that a device link brought; '' without such a link. linked-answers.ts writes it. */
  readonly linkNotice: string;
  /** Only a submitted application has one. Loading and submitting write it. */
  readonly receipt: Receipt | null;
}
const empty: StoredForm = {
  answers: {},
  counts: {},
  tabs: {},
  partialDates: {},
  linkNotice: '',
  receipt: null,
};

/**
 * What the applicant has entered. Fields change answers through edit-answer.ts, which also saves them; loading the form,
 * adding a block and switching a tab write here themselves. Each field listens to its own key only.
 */
export const formStore = createStore<StoredForm>(() => empty);

export const getAnswers = (): Answers => formStore.getState().answers;
export const hasAnswers = (): boolean => Object.values(getAnswers()).some((value) => !isEmpty(value));
export const resetForm = (): void => formStore.setState(empty, true);

export const setAnswers = (patch: Patch): void =>
  formStore.setState(({ answers }) => ({ answers: { ...answers, ...patch } }));

export const useValue = (key: string): Value => useStore(formStore, ({ answers }) => answers[key] ?? '');
export const useText = (key: string): string => String(useValue(key));

/** A choice and the label it was stored with: they change together, so one subscription is enough. */
export function useChoice(key: string): readonly [code: string, label: string] {
  const code = useText(key);
  return [code, String(getAnswers()[`${key}_desc`] ?? '')];
}
export const useIsVisible = (rules: readonly VisibilityRule[]): boolean =>
  useStore(formStore, (state) => isVisible(rules, state));
export const useTab = (group: string): string | undefined => useStore(formStore, ({ tabs }) => tabs[group]);
export const useCount = (id: string): number => useStore(formStore, ({ counts }) => counts[id] ?? 1);
export const useLinkNotice = (): string => useStore(formStore, ({ linkNotice }) => linkNotice);
export const useReceipt = (): Receipt | null => useStore(formStore, ({ receipt }) => receipt);
