import type { Form } from './form.ts';
import { isWanted, problems } from './problems.ts';
import type { Context } from './question.ts';
import { allPass, type Standing } from './standing.ts';
import { problemKey, walk } from './walk.ts';

export interface Progress {
  readonly answered: number;
  readonly required: number;
}

/** How many of the shown questions that want an answer have one without a problem, by section of one page. */
export function progress(
  form: Form,
  page: string,
  standing: Standing,
  context: Context,
): ReadonlyMap<string, Progress> {
  const wrong = problems(form, standing, context);
  const sections = new Map<string, Progress>();
  for (const placed of walk(form).questions) {
    if (placed.page !== page) continue;
    const before = sections.get(placed.section) ?? { answered: 0, required: 0 };
    const key = problemKey(placed.key, placed.question);
    const counts =
      allPass(placed.guards, standing) &&
      (isWanted(placed.question, standing.answers, context) || key in wrong);
    sections.set(placed.section, {
      required: before.required + (counts ? 1 : 0),
      answered: before.answered + (counts && !(key in wrong) ? 1 : 0),
    });
  }
  return sections;
}
