import { readFileSync } from 'node:fs';
import {
  type Answers,
  type Block,
  type Form,
  type FormState,
  form,
  page,
  section,
} from '../../shared/form/index.ts';
import { university } from '../../shared/partners/index.ts';
import { applicationOf } from '../../shared/questions/index.ts';

/** The date on which the tests of the form take place. */
export const today = '2026-11-20';

export const partner = university;
export const application = applicationOf(partner, today);

/** A form with one section 'S' on one page '/p', without the compiler's checks. */
export const formWith = (...blocks: readonly Block[]): Form =>
  form([page('/p', 'P', [section('S', blocks)])] as never);

/** A complete and valid application; kept complete as the form grows. */
export const completeAnswers: Answers = JSON.parse(
  readFileSync(new URL('./complete-answers.json', import.meta.url), 'utf8'),
);

/** The counts with every repeated block open. */
export const everyBlock = { parent: 2, legacy: 4, college: 5, senior_course: 10, activity: 4, honors: 4 };
export const complete: FormState = { answers: completeAnswers, counts: everyBlock };
