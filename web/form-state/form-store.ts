import { useCallback, useSyncExternalStore } from 'react';
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
import { createMemberListeners, createValue } from '../value.ts';

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
 * them. Loading the form, adding a block and switching a tab write here directly.
 */
export const formStore = createValue(empty);

export const getAnswers = (): Answers => formStore.get().answers;
export const hasAnswers = (): boolean => Object.values(getAnswers()).some((value) => !isEmpty(value));
export const resetForm = (): void => formStore.set(empty);

export const setAnswers = (patch: Patch): void =>
  formStore.change({ answers: { ...getAnswers(), ...patch } });

/** By the name that they read: an answer's key, the id of added blocks, or the id of a group of tabs. */
const members = createMemberListeners();
/** Calls back after one of these changes: answers, counts or tabs. Returns how to stop. */
export const subscribeTo = members.subscribe;

formStore.subscribe((now, before) =>
  members.call([
    [now.answers, before.answers],
    [now.counts, before.counts],
    [now.tabs, before.tabs],
  ]),
);

/** A part of the form that only these answers, counts and tabs decide. */
export function useForm<Part>(names: readonly string[], select: (form: StoredForm) => Part): Part {
  const subscribed = names.join(' ');
  const subscribe = useCallback(
    (listener: () => void) => subscribeTo(subscribed.split(' '), listener),
    [subscribed],
  );
  return useSyncExternalStore(
    subscribe,
    () => select(formStore.get()),
    () => select(formStore.initial),
  );
}

export const useValue = (key: string): Value => useForm([key], ({ answers }) => answers[key] ?? '');
export const getText = (key: string): string => String(getAnswers()[key] ?? '');
export const useText = (key: string): string => String(useValue(key));

/** A choice and its stored label. They change together, so one subscription is enough. */
export function useChoice(key: string): readonly [code: string, label: string] {
  const code = useText(key);
  return [code, getText(`${key}_desc`)];
}

function nameReadBy(rule: VisibilityRule): string {
  if (rule.on === 'answer') return rule.condition.key;
  return rule.on === 'tab' ? rule.group : rule.id;
}

export const useIsVisible = (rules: readonly VisibilityRule[]): boolean =>
  useForm(rules.map(nameReadBy), (form) => isVisible(rules, form));
export const useTab = (group: string): string | undefined => useForm([group], ({ tabs }) => tabs[group]);
export const useCount = (id: string): number => useForm([id], ({ counts }) => counts[id] ?? 1);
export const useLinkNotice = (): string => formStore.use(({ linkNotice }) => linkNotice);
export const useReceipt = (): Receipt | null => formStore.use(({ receipt }) => receipt);
export const useChecklist = (): ReceivedItems => formStore.use(({ checklist }) => checklist);
