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
