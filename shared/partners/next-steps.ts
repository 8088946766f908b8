import type { Partner } from './partner.ts';
import { bracesPattern, isCodeName } from './step-codes.ts';

/** The partner's next steps after submission, with its codes and links filled in. */
export const nextStepsOf = ({ nextSteps, codes, links }: Partner) =>
  nextSteps.map(({ title, text, link }) => ({
    title,
    text: text.replace(bracesPattern, (whole, name: string) => (isCodeName(name) ? codes[name] : whole)),
    link: link && links[link],
  }));
