export const linkNames = ['internationalApplication', 'policies', 'aid', 'pdfReader'] as const;
const codeNames = ['collegeBoard', 'act', 'fafsa'] as const;
type CodeName = (typeof codeNames)[number];

export const isCode = (name: string): name is CodeName => codeNames.some((code) => code === name);
/** A name in braces in the text of a step, for example `{fafsa}`. */
export const braces = /\{([^{}]*)\}/g;

/** The names in braces in the text of a step: those of `codes`, and all others. */
export function codesInText(text: string): {
  readonly known: readonly CodeName[];
  readonly unknown: readonly string[];
} {
  const names = [...text.matchAll(braces)].map(([, name = '']) => name);
  return { known: names.filter(isCode), unknown: names.filter((name) => !isCode(name)) };
}
