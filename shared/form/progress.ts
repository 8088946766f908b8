import type { Context } from './answers.ts';
import type { Form } from './form.ts';
import { isRequired, validate, visibleBlockingNotices } from './validation.ts';
import { type FormState, isVisible } from './visibility.ts';
import { errorKey, walk } from './walk.ts';

export interface Progress {
  readonly answered: number;
  readonly required: number;
}

/**
 * How many of the shown questions that want an answer have one without a problem, by section of one page. What stops the
 * form from being sent counts as one that has none.
 */
export function progress(
  form: Form,
  page: string,
  state: FormState,
  context: Context,
): ReadonlyMap<string, Progress> {
  const wrong = validate(form, state, context);
  const sections = new Map<string, Progress>();
  const count = (section: string, required: number, answered: number) => {
    const before = sections.get(section) ?? { answered: 0, required: 0 };
    sections.set(section, { required: before.required + required, answered: before.answered + answered });
  };
  for (const placed of walk(form).questions) {
    if (placed.page !== page) continue;
    const key = errorKey(placed.key, placed.question);
    const counts =
      isVisible(placed.rules, state) && (isRequired(placed.question, state.answers) || key in wrong);
    count(placed.section, counts ? 1 : 0, counts && !(key in wrong) ? 1 : 0);
  }
  for (const stop of visibleBlockingNotices(form, state)) if (stop.page === page) count(stop.section, 1, 0);
  return sections;
}
