import type { Answers } from './answers.ts';
import type { Block } from './block.ts';
import { type Condition, evaluate } from './condition.ts';

/** Where an application stands: what is answered, how many blocks were added, which tabs are chosen. */
export interface FormState {
  readonly answers: Answers;
  /** add-another id -> count; 1 where nothing is said. */
  readonly counts?: Readonly<Partial<Record<string, number>>> | undefined;
  /** tab group id -> chosen tab; the first where nothing is said, or nothing that the group has. */
  readonly tabs?: Readonly<Partial<Record<string, string>>> | undefined;
}

/** What must be so for a part of the form to show. */
export type VisibilityRule =
  | { readonly on: 'answer'; readonly condition: Condition; readonly holds: boolean }
  | { readonly on: 'tab'; readonly group: string; readonly tab: string; readonly among: readonly string[] }
  | { readonly on: 'count'; readonly id: string; readonly number: number };

/** The tab that is open. What is stored may name one that the group no longer has: then it is the default, the first. */
export const selectedTab = (among: readonly string[], stored: string | undefined): string =>
  stored !== undefined && among.includes(stored) ? stored : (among[0] ?? '');

export function isRuleMet(rule: VisibilityRule, { answers, counts, tabs }: FormState): boolean {
  switch (rule.on) {
    case 'answer':
      return evaluate(rule.condition, answers) === rule.holds;
    case 'tab':
      return selectedTab(rule.among, tabs?.[rule.group]) === rule.tab;
    case 'count':
      return rule.number <= (counts?.[rule.id] ?? 1);
  }
}

export const isVisible = (rules: readonly VisibilityRule[], state: FormState): boolean =>
  rules.every((rule) => isRuleMet(rule, state));

/** The same for many lists in a row, as questions come: neighbours share theirs, and it is asked once. */
export function visibilityIn(state: FormState): (rules: readonly VisibilityRule[]) => boolean {
  let last: readonly VisibilityRule[] | undefined;
  let passed = true;
  return (rules) => {
    if (rules !== last) {
      last = rules;
      passed = isVisible(rules, state);
    }
    return passed;
  };
}

/** The answers that a set of guards looks at: whoever shows a part listens to these. */
export const keysReadBy = (rules: readonly VisibilityRule[]): readonly string[] =>
  rules.flatMap((rule) => (rule.on === 'answer' ? [rule.condition.key] : []));

/** A part of a block that shows only while its guards pass. */
export interface Branch {
  readonly rules: readonly VisibilityRule[];
  readonly blocks: readonly Block[];
}

const so = (condition: Condition): VisibilityRule => ({ on: 'answer', condition, holds: true });
const notSo = (condition: Condition): VisibilityRule => ({ on: 'answer', condition, holds: false });

/** The parts of a block, each with what must hold for it: the one place that knows when something shows. */
export function branchesWithRules(block: Block): readonly Branch[] {
  switch (block.type) {
    case 'ask':
    case 'notice':
      return [];
    case 'section':
      return [{ rules: [], blocks: block.blocks }];
    case 'when':
      return [{ rules: [so(block.condition)], blocks: block.blocks }];
    case 'firstOf':
      return block.branches.map(({ condition, blocks }, index) => ({
        rules: [...block.branches.slice(0, index).map((earlier) => notSo(earlier.condition)), so(condition)],
        blocks,
      }));
    case 'byAnswer':
      return [
        {
          rules: [so({ key: block.key, operator: 'notIn', target: Object.keys(block.answers) })],
          blocks: block.before,
        },
        ...Object.entries(block.answers).map(([target, blocks]) => ({
          rules: [so({ key: block.key, operator: 'equals', target })],
          blocks,
        })),
        { rules: [so({ key: block.key, operator: 'notAnswered' })], blocks: block.optional },
      ];
    case 'trigger':
      return [
        { rules: [so({ key: block.key, operator: 'notAnswered' })], blocks: block.before },
        { rules: [so({ key: block.key, operator: 'answered' })], blocks: block.after },
        { rules: [so({ key: block.key, operator: 'notAnswered' })], blocks: block.optional },
      ];
    case 'tabs': {
      const among = block.tabs.map(({ id }) => id);
      return block.tabs.map(({ id, blocks }) => ({
        rules: [{ on: 'tab', group: block.id, tab: id, among }],
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
