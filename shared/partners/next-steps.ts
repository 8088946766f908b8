import type { Partner } from './partner.ts';

export const linkNames = ['internationalApplication', 'policies', 'aid', 'pdfReader'] as const;
const codeNames = ['collegeBoard', 'act', 'fafsa'] as const;
type CodeName = (typeof codeNames)[number];

const isCode = (name: string): name is CodeName => codeNames.some((each) => each === name);
const braces = /\{([^{}]*)\}/g;

/** What stands in braces in the words of a step. */
export function codesIn(text: string): {
  readonly known: readonly CodeName[];
  readonly unknown: readonly string[];
} {
  const names = [...text.matchAll(braces)].map(([, name = '']) => name);
  return { known: names.filter(isCode), unknown: names.filter((name) => !isCode(name)) };
}

/** What an applicant still has to do, with the partner's codes and links in the words (decision D-15). */
export const stepsOf = ({ nextSteps, codes, links }: Partner) =>
  nextSteps.map(({ title, text, link }) => ({
    title,
    text: text.replace(braces, (whole, name: string) => (isCode(name) ? codes[name] : whole)),
    link: link && links[link],
  }));
