export const linkNames = ['internationalApplication', 'policies', 'aid', 'pdfReader'] as const;
const codeNames = ['collegeBoard', 'act', 'fafsa'] as const;
type CodeName = (typeof codeNames)[number];

export const isCodeName = (name: string): name is CodeName => codeNames.some((code) => code === name);
/** In the text of a step: the day by which the partner decides about this applicant. */
export const decisionDayName = 'decisionDay';
/** A name in braces in the text of a step, for example `{fafsa}`. */
export const bracesPattern = /\{([^{}]*)\}/g;

/** The names in braces in the text of a step: those of `codes`, and unknown ones. */
export function codesInText(text: string): {
  readonly known: readonly CodeName[];
  readonly unknown: readonly string[];
} {
  const names = [...text.matchAll(bracesPattern)].map(([, name = '']) => name);
  return {
    known: names.filter(isCodeName),
    unknown: names.filter((name) => !isCodeName(name) && name !== decisionDayName),
  };
}
