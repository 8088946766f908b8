import type { Mutant } from './mutants.ts';

/** A mutant with the same observable behavior as the product, and the reason. */
export interface Equivalent extends Pick<Mutant, 'file' | 'on' | 'from' | 'becomes'> {
  readonly why: string;
}

export const isSame = (one: Pick<Mutant, 'file' | 'on' | 'from' | 'becomes'>, other: Equivalent): boolean =>
  one.file === other.file && one.on === other.on && one.from === other.from && one.becomes === other.becomes;

const lists = 'The list is copied, which costs time and changes no answer.';

/** Equivalent mutants, which are not counted. Every entry explains why no test can detect it. */
export const equivalents: readonly Equivalent[] = [
  {
    file: 'shared/form/walk.ts',
    on: 'yield* visit(within, rules.length === 0 ? inside : { ...inside, rules: [...location.rules, ...rules] });',
    ...{ from: 'rules.length === 0', becomes: 'false', why: lists },
  },
  {
    file: 'shared/form/walk.ts',
    on: 'const rules = extraRules.length === 0 ? location.rules : [...location.rules, ...extraRules];',
    ...{ from: 'extraRules.length === 0', becomes: 'false', why: lists },
  },
  {
    file: 'shared/form/check-conditions.ts',
    on: "const tabs = rules.filter((rule) => rule.on === 'tab');",
    from: "rules.filter((rule) => rule.on === 'tab')",
    becomes: 'rules',
    why: 'Other rules have no group and no tab, so all of them have the same one.',
  },
  {
    file: 'shared/form/hidden-answers.ts',
    on: 'if (hidden.length === 0) return hidden;',
    from: 'hidden.length === 0',
    becomes: 'false',
    why: 'It spares looking for visible keys when there is none to keep.',
  },
  {
    file: 'shared/form/print-lines.ts',
    on: "if (isEmpty(value)) return question.kind === 'date' ? incompleteDate(key, answers) : '';",
    from: "question.kind === 'date'",
    becomes: 'true',
    why: 'Only dates have typed parts, so other questions have no incomplete date.',
  },
  ...['checkbox', 'checkboxes', 'document'].map((kind) => ({
    file: 'shared/form/validation.ts',
    on: `case '${kind}':`,
    from: `'${kind}'`,
    becomes: "''",
    why: 'A switch without a case for it returns nothing too.',
  })),
];
