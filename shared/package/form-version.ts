import { dataDictionary, type Form } from '../form/index.ts';

const versions = new WeakMap<Form, string>();

/**
 * A name for what a form asks: its keys, questions and options. It changes when one of them does, and stays
 * when the year or the order does. Two sums of the text, which tell versions apart and prove nothing.
 */
export function formVersion(form: Form): string {
  const known = versions.get(form) ?? digest(JSON.stringify(contractOf(form)));
  versions.set(form, known);
  return known;
}

const contractOf = (form: Form) =>
  dataDictionary(form)
    .map(({ key, kind, label, limit, options }) => [key, kind, label, limit ?? '', options ?? ''] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));

const factors = [31, 16_777_619] as const;

const digest = (text: string): string =>
  factors
    .map((factor) => [...text].reduce((sum, letter) => sumOf(sum, letter, factor), 0))
    .map((sum) => sum.toString(16).padStart(8, '0'))
    .join('');

const sumOf = (sum: number, letter: string, factor: number): number =>
  (Math.imul(sum, factor) + (letter.codePointAt(0) ?? 0)) >>> 0;
