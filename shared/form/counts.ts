import type { Form } from './form.ts';
import { isEmpty } from './question.ts';
import type { Standing } from './standing.ts';
import { walk } from './walk.ts';

/**
 * The counts at which every answer shows: a repeated block that is answered is open, with those before it. A form has
 * no key beyond a block's limit, so no count goes beyond it either.
 */
export function countsShowing(form: Form, { answers, counts }: Standing): Readonly<Record<string, number>> {
  const raised = { ...counts } as Record<string, number>;
  for (const { keys, guards } of walk(form).questions)
    if (keys.some((key) => !isEmpty(answers[key])))
      for (const guard of guards)
        if (guard.on === 'count' && guard.number > (raised[guard.id] ?? 1)) raised[guard.id] = guard.number;
  return raised;
}
