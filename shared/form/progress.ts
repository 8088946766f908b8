import { isEmpty } from './answers.ts';
import type { Form } from './form.ts';
import { isRequired, type ValidationErrors, visibleBlockingNotices } from './validation.ts';
import { type FormState, isVisible } from './visibility.ts';
import { walk } from './walk.ts';

export interface Progress {
  readonly answered: number;
  readonly required: number;
}

/** The sections of a page in which any question is answered. */
export const answeredSections = (form: Form, page: string, state: FormState): ReadonlySet<string> =>
  new Set(
    walk(form).questions.flatMap((placed) =>
      placed.page === page &&
      placed.keys.some((key) => !isEmpty(state.answers[key])) &&
      isVisible(placed.rules, state)
        ? [placed.section]
        : [],
    ),
  );

/**
 * Number of visible required questions on one page with a valid answer, by section. `errors` are those of
 * the state. A blocking notice
 * counts as one question without an answer.
 */
export function progress(
  form: Form,
  page: string,
  state: FormState,
  errors: ValidationErrors,
): ReadonlyMap<string, Progress> {
  const sections = new Map<string, Progress>();
  const count = (section: string, required: number, answered: number) => {
    const before = sections.get(section) ?? { answered: 0, required: 0 };
    sections.set(section, { required: before.required + required, answered: before.answered + answered });
  };
  for (const placed of walk(form).questions) {
    if (placed.page !== page) continue;
    const key = placed.errorKey;
    const counts =
      isVisible(placed.rules, state) && (isRequired(placed.question, state.answers) || key in errors);
    count(placed.section, counts ? 1 : 0, counts && !(key in errors) ? 1 : 0);
  }
  for (const notice of visibleBlockingNotices(form, state))
    if (notice.page === page) count(notice.section, 1, 0);
  return sections;
}
