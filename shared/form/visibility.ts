import type { Answers } from './answers.ts';
import type { Block } from './block.ts';
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

/** A part of a block that is visible while its rules are met. */
export interface Branch {
  readonly rules: readonly VisibilityRule[];
  readonly blocks: readonly Block[];
}

const whenMet = (condition: Condition): VisibilityRule => ({ on: 'answer', condition, holds: true });
const whenNotMet = (condition: Condition): VisibilityRule => ({ on: 'answer', condition, holds: false });

/** The parts of a block with their visibility rules. Only this function decides when a part is visible. */
export function branchesWithRules(block: Block): readonly Branch[] {
  switch (block.type) {
    case 'ask':
    case 'notice':
      return [];
    case 'section':
    case 'fold':
      return [{ rules: [], blocks: block.blocks }];
    case 'when':
      return [{ rules: [whenMet(block.condition)], blocks: block.blocks }];
    case 'firstOf':
      return block.branches.map(({ condition, blocks }, index) => ({
        rules: [
          ...block.branches.slice(0, index).map((earlier) => whenNotMet(earlier.condition)),
          whenMet(condition),
        ],
        blocks,
      }));
    case 'byAnswer':
      return [
        {
          rules: [whenMet({ key: block.key, operator: 'notIn', target: Object.keys(block.answers) })],
          blocks: block.before,
        },
        ...Object.entries(block.answers).map(([target, blocks]) => ({
          rules: [whenMet({ key: block.key, operator: 'equals', target })],
          blocks,
        })),
        { rules: [whenMet({ key: block.key, operator: 'notAnswered' })], blocks: block.optional },
      ];
    case 'trigger':
      return [
        { rules: [whenMet({ key: block.key, operator: 'notAnswered' })], blocks: block.before },
        { rules: [whenMet({ key: block.key, operator: 'answered' })], blocks: block.after },
        { rules: [whenMet({ key: block.key, operator: 'notAnswered' })], blocks: block.optional },
      ];
    case 'tabs': {
      const tabIds = block.tabs.map(({ id }) => id);
      return block.tabs.map(({ id, blocks }) => ({
        rules: [{ on: 'tab', group: block.id, tab: id, tabIds }],
        blocks,
      }));
    }
    case 'addAnother':
      return block.copies.map((blocks, index) => ({
        rules: [{ on: 'count', id: block.id, number: index + 1 }],
        blocks,
      }));
  }
}
