import type { Block } from './block.ts';
import { type Condition, holds } from './condition.ts';
import type { Answers } from './question.ts';

/** Where an application stands: what is answered, how many blocks were added, which tabs are chosen. */
export interface Standing {
  readonly answers: Answers;
  /** add-another id -> count; 1 where nothing is said. */
  readonly counts?: Readonly<Partial<Record<string, number>>> | undefined;
  /** tab group id -> chosen tab; the first where nothing is said, or nothing that the group has. */
  readonly tabs?: Readonly<Partial<Record<string, string>>> | undefined;
}

/** What must be so for a part of the form to show. */
export type Guard =
  | { readonly on: 'answer'; readonly condition: Condition; readonly holds: boolean }
  | { readonly on: 'tab'; readonly group: string; readonly tab: string; readonly among: readonly string[] }
  | { readonly on: 'count'; readonly id: string; readonly number: number };

/** The tab that is open. What is stored may name one that the group no longer has: then it is the default, the first. */
export const chosenTab = (among: readonly string[], stored: string | undefined): string =>
  stored !== undefined && among.includes(stored) ? stored : (among[0] ?? '');

export function passes(guard: Guard, { answers, counts, tabs }: Standing): boolean {
  switch (guard.on) {
    case 'answer':
      return holds(guard.condition, answers) === guard.holds;
    case 'tab':
      return chosenTab(guard.among, tabs?.[guard.group]) === guard.tab;
    case 'count':
      return guard.number <= (counts?.[guard.id] ?? 1);
  }
}

export const allPass = (guards: readonly Guard[], standing: Standing): boolean =>
  guards.every((guard) => passes(guard, standing));

/** The same for many lists in a row, as questions come: neighbours share theirs, and it is asked once. */
export function passing(standing: Standing): (guards: readonly Guard[]) => boolean {
  let last: readonly Guard[] | undefined;
  let passed = true;
  return (guards) => {
    if (guards !== last) {
      last = guards;
      passed = allPass(guards, standing);
    }
    return passed;
  };
}

/** The answers that a set of guards looks at: whoever shows a part listens to these. */
export const keysRead = (guards: readonly Guard[]): readonly string[] =>
  guards.flatMap((guard) => (guard.on === 'answer' ? [guard.condition.key] : []));

/** A part of a block that shows only while its guards pass. */
export interface Branch {
  readonly guards: readonly Guard[];
  readonly blocks: readonly Block[];
}

const so = (condition: Condition): Guard => ({ on: 'answer', condition, holds: true });
const notSo = (condition: Condition): Guard => ({ on: 'answer', condition, holds: false });

/** The parts of a block, each with what must hold for it: the one place that knows when something shows. */
export function branchesOf(block: Block): readonly Branch[] {
  switch (block.type) {
    case 'ask':
    case 'notice':
      return [];
    case 'section':
      return [{ guards: [], blocks: block.blocks }];
    case 'when':
      return [{ guards: [so(block.condition)], blocks: block.blocks }];
    case 'firstOf':
      return block.branches.map(({ condition, blocks }, index) => ({
        guards: [...block.branches.slice(0, index).map((earlier) => notSo(earlier.condition)), so(condition)],
        blocks,
      }));
    case 'byAnswer':
      return [
        {
          guards: [so({ key: block.key, operator: 'notIn', target: Object.keys(block.answers) })],
          blocks: block.before,
        },
        ...Object.entries(block.answers).map(([target, blocks]) => ({
          guards: [so({ key: block.key, operator: 'equals', target })],
          blocks,
        })),
        { guards: [so({ key: block.key, operator: 'notAnswered' })], blocks: block.optional },
      ];
    case 'trigger':
      return [
        { guards: [so({ key: block.key, operator: 'notAnswered' })], blocks: block.before },
        { guards: [so({ key: block.key, operator: 'answered' })], blocks: block.after },
        { guards: [so({ key: block.key, operator: 'notAnswered' })], blocks: block.optional },
      ];
    case 'tabs': {
      const among = block.tabs.map(({ id }) => id);
      return block.tabs.map(({ id, blocks }) => ({
        guards: [{ on: 'tab', group: block.id, tab: id, among }],
        blocks,
      }));
    }
    case 'addAnother':
      return block.copies.map((blocks, index) => ({
        guards: [{ on: 'count', id: block.id, number: index + 1 }],
        blocks,
      }));
  }
}
