import type { Partner } from './partner.ts';
import { braces, isCode } from './step-codes.ts';

/** The partner's next steps after submission, with its codes and links filled in. */
export const nextStepsOf = ({ nextSteps, codes, links }: Partner) =>
  nextSteps.map(({ title, text, link }) => ({
    title,
    text: text.replace(braces, (whole, name: string) => (isCode(name) ? codes[name] : whole)),
    link: link && links[link],
  }));
