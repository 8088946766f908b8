import {
  type Answers,
  type FormState,
  isEmpty,
  isVisible,
  type Patch,
  type Value,
  type VisibilityRule,
} from '../../shared/form/index.ts';
import type { ReceivedItems } from '../../shared/partners/next-steps.ts';
import { createValue } from '../value.ts';

/** Proof that an application was received. */
export interface Receipt {
  readonly confirmation: string;
  readonly submitted_at: string;
}

interface StoredForm extends FormState {
  readonly counts: Readonly<Partial<Record<string, number>>>;
  readonly tabs: Readonly<Partial<Record<string, string>>>;
  /** The result of loading answers from a device link; '' without a link. start-form.ts writes it. */
  readonly linkNotice: string;
  /** Null unless the application is submitted. Loading and submitting write it. */
  readonly receipt: Receipt | null;
  /** The days on which checklist items arrived, by their ids. */
  readonly checklist: ReceivedItems;
}
const empty: StoredForm = {
  answers: {},
  counts: {},
  tabs: {},
  linkNotice: '',
  receipt: null,
  checklist: {},
};

/**
 * Everything that the applicant has entered. Fields change answers through edit-answer.ts, which also saves
 * them. Loading the form, adding a block and switching a tab write here directly. Each field subscribes to
 * its own key only.
 */
export const formStore = createValue(empty);

export const getAnswers = (): Answers => formStore.get().answers;
export const hasAnswers = (): boolean => Object.values(getAnswers()).some((value) => !isEmpty(value));
export const resetForm = (): void => formStore.set(empty);

export const setAnswers = (patch: Patch): void =>
  formStore.change({ answers: { ...getAnswers(), ...patch } });

export const useValue = (key: string): Value => formStore.use(({ answers }) => answers[key] ?? '');
export const getText = (key: string): string => String(getAnswers()[key] ?? '');
export const useText = (key: string): string => String(useValue(key));

/** A choice and its stored label. They change together, so one subscription is enough. */
export function useChoice(key: string): readonly [code: string, label: string] {
  const code = useText(key);
  return [code, getText(`${key}_desc`)];
}
export const useIsVisible = (rules: readonly VisibilityRule[]): boolean =>
  formStore.use((state) => isVisible(rules, state));
export const useTab = (group: string): string | undefined => formStore.use(({ tabs }) => tabs[group]);
export const useCount = (id: string): number => formStore.use(({ counts }) => counts[id] ?? 1);
export const useLinkNotice = (): string => formStore.use(({ linkNotice }) => linkNotice);
export const useReceipt = (): Receipt | null => formStore.use(({ receipt }) => receipt);
export const useChecklist = (): ReceivedItems => formStore.use(({ checklist }) => checklist);
