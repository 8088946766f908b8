import type { Answers } from './answers.ts';
import type { Form } from './form.ts';
import type { Patch } from './hidden-answers.ts';
import { walk } from './walk.ts';

const prefixOf = (id: string, number: number): string => (number === 1 ? id : `${id}_${number}`);

/** The keys of one repeated block. */
export const keysOfBlock = (form: Form, id: string, number: number): readonly string[] => [
  ...new Set(
    walk(form).questions.flatMap(({ keys, rules }) =>
      rules.some((rule) => rule.on === 'count' && rule.id === id && rule.number === number) ? keys : [],
    ),
  ),
];

/**
 * Puts the answers of repeated blocks in another order: the first block gets those of the block `order[0]`,
 * and so on. A block that gets none is cleared, and so is an answer that only another block asks.
 */
export function moveBlocksPatch(
  form: Form,
  id: string,
  order: readonly (number | undefined)[],
  answers: Answers,
): Patch {
  const moved = order.flatMap((source, index) =>
    keysOfBlock(form, id, index + 1).map((key): [string, string | boolean] => {
      const name = key.slice(prefixOf(id, index + 1).length);
      return [key, source === undefined ? '' : (answers[prefixOf(id, source) + name] ?? '')];
    }),
  );
  return Object.fromEntries(moved.filter(([key, value]) => (answers[key] ?? '') !== value));
}
