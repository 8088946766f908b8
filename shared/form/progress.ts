import { isEmpty } from './answers.ts';
import type { Form } from './form.ts';
import { isRequired, type ValidationErrors, visibleBlockingNotices } from './validation.ts';
import { type FormState, isVisible } from './visibility.ts';
import { type PlacedQuestion, walk } from './walk.ts';

export interface Progress {
  readonly answered: number;
  readonly required: number;
}

/** The visible questions of a page that are answered. */
export const answeredQuestions = (form: Form, page: string, state: FormState): readonly PlacedQuestion[] =>
  walk(form).questions.filter(
    (placed) =>
      placed.page === page &&
      placed.keys.some((key) => !isEmpty(state.answers[key])) &&
      isVisible(placed.rules, state),
  );

/**
 * Number of visible required questions on one page with a valid answer, by section. `errors` are those of
 * the state. The answer that shows a blocking notice does not count as valid.
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
  for (const notice of visibleBlockingNotices(form, state)) {
    if (notice.page !== page) continue;
    const hasValid = (sections.get(notice.section)?.answered ?? 0) > 0;
    count(notice.section, hasValid ? 0 : 1, hasValid ? -1 : 0);
  }
  return sections;
}
