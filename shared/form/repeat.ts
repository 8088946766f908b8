import { type Answers, isEmpty } from './answers.ts';
import type { AddAnother, Around, Block } from './block.ts';
import type { Form } from './form.ts';
import type { Patch } from './hidden-answers.ts';
import type { FormState } from './visibility.ts';
import { walk } from './walk.ts';

/** The numbers 2, 3, ... up to each limit that the form uses. */
interface LaterNumbers {
  2: 2;
  4: 2 | 3 | 4;
  5: 2 | 3 | 4 | 5;
  10: 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10;
}

/** The most blocks that one add-another button may offer. */
export const addAnotherCap = 10;

/** The prefix of the keys in one repeated block: `college` for the first, `college_2` for the second. */
export const prefixOf = (id: string, number: number): string => (number === 1 ? id : `${id}_${number}`);

/**
 * Up to `max` copies of the same blocks, which the applicant adds one by one. Their count is stored under
 * `prefix`. A partner's `limit` may only lower `max`, because the form defines the keys.
 */
export const addAnother = <
  const Prefix extends string,
  const Max extends keyof LaterNumbers,
  const B extends readonly Block[],
>(
  label: string,
  prefix: Prefix,
  max: Max,
  blocksFor: (prefix: Prefix | `${Prefix}_${LaterNumbers[Max]}`, number: number) => B,
  limit: number = max,
): AddAnother<Around<B>> => ({
  type: 'addAnother',
  id: prefix,
  label,
  branches: Array.from({ length: Math.min(max, limit) }, (_, index) => ({
    rules: [{ on: 'count', id: prefix, number: index + 1 }],
    blocks: blocksFor(prefixOf(prefix, index + 1) as Prefix, index + 1),
  })),
});

/** The keys of one repeated block. */
export function keysOfBlock(form: Form, id: string, number: number): readonly string[] {
  const inBlock = walk(form).questions.filter(({ rules }) =>
    rules.some((rule) => rule.on === 'count' && rule.id === id && rule.number === number),
  );
  return [...new Set(inBlock.flatMap(({ keys }) => keys))];
}

/** Clears one of `count` repeated blocks. The answers of the blocks after it move up. */
export function removeBlockPatch(
  form: Form,
  { id, number, count }: { readonly id: string; readonly number: number; readonly count: number },
  answers: Answers,
): Patch {
  const removed: [string, string | boolean][] = [];
  for (let target = number; target <= count; target++)
    for (const key of keysOfBlock(form, id, target)) {
      const name = key.slice(prefixOf(id, target).length);
      removed.push([key, target === count ? '' : (answers[prefixOf(id, target + 1) + name] ?? '')]);
    }
  return Object.fromEntries(removed.filter(([key, value]) => (answers[key] ?? '') !== value));
}

/**
 * The counts of repeated blocks, raised so that every answered block is visible, with those before it. They
 * never exceed a block's limit, because the form has no keys beyond it.
 */
export function countsThatShowAnswers(
  form: Form,
  { answers, counts }: FormState,
): Readonly<Record<string, number>> {
  const raised = { ...counts } as Record<string, number>;
  for (const { keys, rules } of walk(form).questions)
    if (keys.some((key) => !isEmpty(answers[key])))
      for (const rule of rules)
        if (rule.on === 'count' && rule.number > (raised[rule.id] ?? 1)) raised[rule.id] = rule.number;
  return raised;
}
