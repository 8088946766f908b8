import { changesOf } from './mutators.ts';
import { parse, type SyntaxNode, visit } from './syntax.ts';

/** A small change of the source that a test should notice. */
export interface Mutant {
  readonly file: string;
  readonly line: number;
  /** The line of the source on which it begins. */
  readonly on: string;
  readonly kind: string;
  readonly from: string;
  /** Undefined when the statement is removed. */
  readonly becomes: string | undefined;
  readonly start: number;
  readonly end: number;
}

const isStatement = ({ becomes }: Mutant): boolean => becomes === undefined;

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

export const describeMutant = ({ file, line, from, becomes }: Mutant): string =>
  `${file}:${line}  ${oneLine(from)}  ->  ${becomes === undefined ? 'removed' : oneLine(becomes)}`;

/** Every mutant of a file, from top to bottom. */
export function mutantsIn(file: string, source: string): readonly Mutant[] {
  const found: Mutant[] = [];
  const between = (start: number, end: number) => source.slice(start, end);
  const textOf = ({ start, end }: SyntaxNode) => between(start, end);
  const lines = source.split('\n');
  visit(parse(file, source), (node, parent) => {
    for (const { kind, node: changed, becomes } of changesOf({ node, parent, textOf, between })) {
      const line = source.slice(0, changed.start).split('\n').length;
      const { start, end } = changed;
      found.push({
        ...{ file, line, on: (lines[line - 1] ?? '').trim(), kind },
        ...{ from: textOf(changed), becomes, start, end },
      });
    }
  });
  return found.sort((one, other) => one.start - other.start || other.end - one.end);
}

/** Mutants and their numbers. */
export type Numbered = Mutant & { readonly number: number };

interface Insertion {
  readonly at: number;
  readonly text: string;
  /** Order at the same position: ends of inner nodes, ends of outer nodes, then starts of outer nodes. */
  readonly order: number;
}

const same = (one: Mutant, other: Mutant) =>
  one.start === other.start && one.end === other.end && isStatement(one) === isStatement(other);

/** The code to insert before and after a node that has these mutants. */
function around(mutants: readonly Numbered[]): readonly [before: string, after: string] {
  if (mutants.some(isStatement)) return [`{ if (!isOn(${mutants[0]?.number})) `, ' }'];
  const others = mutants.map(({ number, becomes }) => `isOn(${number}) ? ${becomes} : `).join('');
  return [`(${others}`, ')'];
}

/**
 * Inserts some of a file's mutants into its source. All are off until one is switched on, so functions and
 * pages are built only once.
 */
export function withMutants(source: string, mutants: readonly Numbered[], switchFile: string): string {
  if (mutants.length === 0) return source;
  const insertions: Insertion[] = [];
  for (const first of mutants) {
    const group = mutants.filter((each) => same(first, each));
    if (group[0] !== first) continue;
    const [before, after] = around(group);
    const length = first.end - first.start;
    insertions.push({ at: first.start, text: before, order: 1 / (1 + length) });
    insertions.push({ at: first.end, text: after, order: length - source.length - 1 });
  }
  const sorted = insertions.sort((one, other) => one.at - other.at || one.order - other.order);
  let [text, done] = ['', 0];
  for (const { at, text: added } of sorted) {
    text += source.slice(done, at) + added;
    done = at;
  }
  return `import { isOn } from '${switchFile}';\n${text}${source.slice(done)}`;
}
