import type { Partner } from './partner.ts';
import { braces, isCode } from './step-codes.ts';

/** What an applicant still has to do, with the partner's codes and links in the words (decision D-15). */
export const nextStepsOf = ({ nextSteps, codes, links }: Partner) =>
  nextSteps.map(({ title, text, link }) => ({
    title,
    text: text.replace(braces, (whole, name: string) => (isCode(name) ? codes[name] : whole)),
    link: link && links[link],
  }));
