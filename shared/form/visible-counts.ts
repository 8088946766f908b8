import { isEmpty } from './answers.ts';
import type { Form } from './form.ts';
import type { FormState } from './visibility.ts';
import { walk } from './walk.ts';

/**
 * The counts at which every answer shows: a repeated block that is answered is open, with those before it. A form has
 * no key beyond a block's limit, so no count goes beyond it either.
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
