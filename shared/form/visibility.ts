import type { Answers } from './answers.ts';
import { type Condition, evaluate } from './condition.ts';

/**
 * Everything that decides what a form shows: its answers, how many blocks were added, and which tabs are
 * selected.
 */
export interface FormState {
  readonly answers: Answers;
  /** By add-another id; 1 by default. */
  readonly counts?: Readonly<Partial<Record<string, number>>> | undefined;
  /** The selected tab by tab group id; the first tab by default and for an unknown tab. */
  readonly tabs?: Readonly<Partial<Record<string, string>>> | undefined;
}

/** A condition for a part of the form to be visible. */
export type VisibilityRule =
  | { readonly on: 'answer'; readonly condition: Condition; readonly holds: boolean }
  | { readonly on: 'tab'; readonly group: string; readonly tab: string; readonly tabIds: readonly string[] }
  | { readonly on: 'count'; readonly id: string; readonly number: number };

/** The open tab of a group. A stored tab that no longer exists gives the default, the first. */
export const selectedTab = (tabIds: readonly string[], stored: string | undefined): string =>
  stored !== undefined && tabIds.includes(stored) ? stored : (tabIds[0] ?? '');

export function isRuleMet(rule: VisibilityRule, { answers, counts, tabs }: FormState): boolean {
  switch (rule.on) {
    case 'answer':
      return evaluate(rule.condition, answers) === rule.holds;
    case 'tab':
      return selectedTab(rule.tabIds, tabs?.[rule.group]) === rule.tab;
    case 'count':
      return rule.number <= (counts?.[rule.id] ?? 1);
  }
}

export const isVisible = (rules: readonly VisibilityRule[], state: FormState): boolean =>
  rules.every((rule) => isRuleMet(rule, state));

/**
 * `isVisible` for many questions in form order. Neighbors share the same array of rules, which is evaluated
 * once.
 */
export function createVisibilityCheck(state: FormState): (rules: readonly VisibilityRule[]) => boolean {
  let lastRules: readonly VisibilityRule[] | undefined;
  let areMet = true;
  return (rules) => {
    if (rules !== lastRules) {
      lastRules = rules;
      areMet = isVisible(rules, state);
    }
    return areMet;
  };
}

/** The answer keys that rules read. A component that shows a part of the form subscribes to these. */
export const keysReadBy = (rules: readonly VisibilityRule[]): readonly string[] =>
  rules.flatMap((rule) => (rule.on === 'answer' ? [rule.condition.key] : []));
