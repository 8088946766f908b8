import type { Value } from './answers.ts';
import type { AsksOf, ReadsOf, Section } from './block.ts';
import type { Read } from './condition.ts';
import type { CheckboxesQuestion, CheckboxQuestion, ChoiceQuestion, MonthYearQuestion } from './question.ts';

export interface Page<S extends Section = Section> {
  readonly path: `/${string}`;
  readonly label: string;
  readonly sections: readonly S[];
}
export interface Form<P extends Page = Page> {
  readonly pages: readonly P[];
}

type SectionsOf<F> = F extends Form<Page<infer S>> ? S : F extends Page<infer S> ? S : never;

/** The keys under which a question is stored. */
type StoredAs<K extends string, Q> =
  Q extends CheckboxesQuestion<infer Name>
    ? `${K}_${Name}`
    : Q extends MonthYearQuestion
      ? `${K}_month` | `${K}_year`
      : K;
type KeysOf<Q> = Q extends unknown ? { [K in keyof Q & string]: StoredAs<K, Q[K]> }[keyof Q & string] : never;

/** Every key that the form stores, except the `_desc` keys of labels. */
export type KeyOf<F> = KeysOf<AsksOf<SectionsOf<F>>>;

type Unasked<P> = Exclude<ReadsOf<SectionsOf<P>>['key'], KeyOf<P>>;

/** The codes that a key's answer may have; any value where its question has no list. */
type CodesUnder<Key extends string, Q> = Q extends { readonly [K in Key]: infer Question }
  ? Question extends ChoiceQuestion<infer Code>
    ? Code
    : Question extends CheckboxQuestion
      ? boolean
      : Value
  : never;
type UnknownCode<R, Q> =
  R extends Read<infer Key, infer Code>
    ? [CodesUnder<Key, Q>] extends [never]
      ? never // Part of a question, such as the month of a date
      : [Exclude<Code, CodesUnder<Key, Q>>] extends [never]
        ? never
        : `${Key} has no option ${Exclude<Code, CodesUnder<Key, Q>>}.`
    : never;
type UnknownCodes<P> = UnknownCode<ReadsOf<SectionsOf<P>>, AsksOf<SectionsOf<P>>>;

/** The sentence that a compile error ends with. */
export type Problem<P> = `No page asks ${Unasked<P>}, which a condition reads.` | UnknownCodes<P>;

type Complete<P> = [Problem<P>] extends [never] ? unknown : { readonly problem: Problem<P> };

export const page = <const S extends Section>(
  path: `/${string}`,
  label: string,
  sections: readonly S[],
): Page<S> => ({ path, label, sections });

/**
 * Does not compile when a condition reads a key that no page asks for, or compares with a code that its
 * question does not offer.
 */
export const form = <const P extends Page>(pages: readonly P[] & Complete<P>): Form<P> => ({ pages });
