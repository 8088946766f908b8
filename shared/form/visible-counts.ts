import { isEmpty } from './answers.ts';
import type { Form } from './form.ts';
import type { FormState } from './visibility.ts';
import { walk } from './walk.ts';

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
