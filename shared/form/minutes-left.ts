import type { Form } from './form.ts';
import type { Question } from './question.ts';
import type { ValidationErrors } from './validation.ts';
import { walk } from './walk.ts';

/** Seconds that an answer takes, with looking it up. Kinds that are not here take ten. */
const secondsOf: Partial<Record<Question['kind'], number>> = {
  document: 120,
  textarea: 180,
};

/** Minutes are named in these steps, because a countdown would press. */
const steps = [2, 5, 10, 20];

/**
 * 'About 5 min left for all required answers', or 'About 2 min here' for one page, whose line on a phone has
 * no room for more words. '' if no answer is missing or invalid.
 */
export function minutesLeft(form: Form, errors: ValidationErrors, page?: string): string {
  let seconds = 0;
  for (const { errorKey, page: of, question } of walk(form).questions)
    if (errorKey in errors && (page ?? of) === of) seconds += secondsOf[question.kind] ?? 10;
  const minutes = steps.find((step) => step * 60 >= seconds) ?? 30;
  return seconds === 0
    ? ''
    : `About ${minutes} min ${page === undefined ? 'left for all required answers' : 'here'}`;
}
