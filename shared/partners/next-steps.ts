import type { Answers } from '../form/index.ts';
import type { Partner } from './partner.ts';
import { isStepFor } from './step-audiences.ts';
import { bracesPattern, isCodeName } from './step-codes.ts';

/** The next steps of one applicant after submission, with the partner's codes and links filled in. */
export const nextStepsOf = ({ nextSteps, codes, links }: Partner, answers: Answers) =>
  nextSteps
    .filter((step) => isStepFor(step.for, answers))
    .map(({ title, text, link }) => ({
      title,
      text: text.replace(bracesPattern, (whole, name: string) => (isCodeName(name) ? codes[name] : whole)),
      link: link && links[link],
    }));
