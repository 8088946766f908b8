import type { Answers } from '../form/index.ts';

/** Applicants who need a step after submission, by their answers. */
const audiences = {
  /** Those who did not choose to be reviewed without test scores. */
  testScores: (answers: Answers) => answers.test_optional !== 'Y',
} as const;
type Audience = keyof typeof audiences;

export const audienceNames = Object.keys(audiences) as readonly Audience[];

export const isStepFor = (audience: Audience | undefined, answers: Answers): boolean =>
  audience === undefined || audiences[audience](answers);
