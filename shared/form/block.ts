import type { Condition, Read, ReadOf } from './condition.ts';
import type {
  AutocompleteQuestion,
  CheckboxQuestion,
  DependentSelectQuestion,
  Question,
} from './question.ts';

export type Questions = Readonly<Record<string, Question>>;

/** For the compiler only: the questions that a block asks, and the answers that it reads. */
declare const asks: unique symbol;
declare const reads: unique symbol;
interface Typed<Asks extends Questions, Reads extends Read> {
  readonly [asks]?: Asks;
  readonly [reads]?: Reads;
}

type ReadBy<Q> = Q[keyof Q] extends infer Each
  ? Each extends DependentSelectQuestion<infer Reads>
    ? Reads
    : Each extends AutocompleteQuestion<infer Filled>
      ? Filled
      : never
  : never;

export interface Ask<Asks extends Questions = Questions>
  extends Typed<Asks, Read<string & ReadBy<Asks>, never>> {
  readonly type: 'ask';
  readonly questions: Asks;
}
/** Text without an answer. With `blockingKey`, the text is an error of that key and blocks submission. */
export interface Notice extends Typed<Questions, never> {
  readonly type: 'notice';
  readonly text: string;
  readonly link?: { readonly label: string; readonly href: string } | undefined;
  readonly blockingKey?: string | undefined;
}
/** Shows its blocks while its condition is met, and clears their answers otherwise. */
export interface When<A extends Questions = Questions, R extends Read = Read> extends Typed<A, R> {
  readonly type: 'when';
  readonly condition: Condition;
  readonly blocks: readonly Block[];
}
/** Shows the first branch whose condition is met, and clears the answers of the others. */
export interface FirstOf<A extends Questions = Questions, R extends Read = Read> extends Typed<A, R> {
  readonly type: 'firstOf';
  readonly branches: readonly ConditionalBlocks[];
}
/**
 * Follows a radio question: shows the blocks of the chosen answer, `before` for any other answer, and
 * `optional` while there is no answer.
 */
export interface ByAnswer<A extends Questions = Questions, R extends Read = Read> extends Typed<A, R> {
  readonly type: 'byAnswer';
  readonly key: string;
  readonly answers: Readonly<Record<string, readonly Block[]>>;
  readonly before: readonly Block[];
  readonly optional: readonly Block[];
}
/**
 * A button or checkbox that replaces `before` with `after`. `optional` is shown until then. The answer `key`
 * holds its state.
 */
export interface Trigger<A extends Questions = Questions, R extends Read = Read> extends Typed<A, R> {
  readonly type: 'trigger';
  readonly by: 'button' | 'checkbox';
  readonly key: string;
  readonly question: CheckboxQuestion;
  readonly before: readonly Block[];
  readonly after: readonly Block[];
  readonly optional: readonly Block[];
}
/** Alternatives: only the answers of the chosen tab are kept. The first tab is the default. */
export interface Tabs<A extends Questions = Questions, R extends Read = Read> extends Typed<A, R> {
  readonly type: 'tabs';
  readonly id: string;
  readonly label: string;
  readonly tabs: readonly {
    readonly id: string;
    readonly label: string;
    readonly blocks: readonly Block[];
  }[];
}
/** Up to `copies.length` copies of the same blocks, each under its own key prefix. One is shown at first. */
export interface AddAnother<A extends Questions = Questions, R extends Read = Read> extends Typed<A, R> {
  readonly type: 'addAnother';
  readonly id: string;
  readonly label: string;
  readonly copies: readonly (readonly Block[])[];
}
export interface Section<A extends Questions = Questions, R extends Read = Read> extends Typed<A, R> {
  readonly type: 'section';
  readonly title: string;
  readonly intro?: string | undefined;
  readonly blocks: readonly Block[];
}
/** Optional questions that are folded away until one of them has an answer or an error. */
export interface Fold<A extends Questions = Questions, R extends Read = Read> extends Typed<A, R> {
  readonly type: 'fold';
  readonly title: string;
  readonly blocks: readonly Block[];
  /** True if wide screens fold them too, not only phones. */
  readonly everyWidth: boolean;
}
export type Block = Ask | Notice | When | FirstOf | ByAnswer | Trigger | Tabs | AddAnother | Section | Fold;

export type AsksOf<B> = B extends Notice ? never : B extends { readonly [asks]?: infer A } ? A : never;
// An optional property can also be undefined, which is not a `Read`.
export type ReadsOf<B> = B extends { readonly [reads]?: infer R } ? Extract<R, Read> : never;
type All<B extends readonly Block[]> = Extract<AsksOf<B[number]>, Questions>;
type Reads<B extends readonly Block[]> = ReadsOf<B[number]>;

export const ask = <const Q extends Questions>(questions: Q): Ask<Q> => ({ type: 'ask', questions });

type Under<Prefix extends string, Q> = { [K in keyof Q & string as `${Prefix}_${K}`]: Q[K] };

/** Asks questions under a common prefix: `askUnder('parent', { city })` has the key `parent_city`. */
export const askUnder = <const Prefix extends string, const Q extends Questions>(
  prefix: Prefix,
  questions: Q,
) =>
  ask(
    Object.fromEntries(Object.entries(questions).map(([key, question]) => [`${prefix}_${key}`, question])),
  ) as unknown as Ask<Extract<Under<Prefix, Q>, Questions>>;

export const notice = (text: string, more: Pick<Notice, 'link' | 'blockingKey'> = {}): Notice => ({
  type: 'notice',
  text,
  ...more,
});

export const when = <const C extends Condition, const B extends readonly Block[]>(
  condition: C,
  blocks: B,
): When<All<B>, ReadOf<C> | Reads<B>> => ({ type: 'when', condition, blocks });

interface ConditionalBlocks {
  readonly condition: Condition;
  readonly blocks: readonly Block[];
}

export const firstOf = <const Branches extends readonly ConditionalBlocks[]>(
  branches: Branches,
): FirstOf<
  All<Branches[number]['blocks']>,
  ReadOf<Branches[number]['condition']> | Reads<Branches[number]['blocks']>
> => ({ type: 'firstOf', branches });

export const byAnswer = <
  const Key extends string,
  const Code extends string,
  const B extends readonly Block[],
  const Before extends readonly Block[] = [],
  const Optional extends readonly Block[] = [],
>(
  key: Key,
  answers: Readonly<Record<Code, B>>,
  { before, optional }: { before?: Before; optional?: Optional } = {},
): ByAnswer<
  All<B> | All<Before> | All<Optional>,
  Read<Key, Code> | Reads<B> | Reads<Before> | Reads<Optional>
> => ({
  type: 'byAnswer',
  key,
  answers,
  before: before ?? [],
  optional: optional ?? [],
});

export const trigger = <
  const Key extends string,
  const Before extends readonly Block[],
  const After extends readonly Block[],
  const Optional extends readonly Block[] = [],
>(
  by: Trigger['by'],
  key: Key,
  question: CheckboxQuestion,
  { before, after, optional }: { before: Before; after: After; optional?: Optional },
): Trigger<
  { [K in Key]: CheckboxQuestion } | All<Before> | All<After> | All<Optional>,
  Read<Key, never> | Reads<Before> | Reads<After> | Reads<Optional>
> => ({ type: 'trigger', by, key, question, before, after, optional: optional ?? [] });

export const tabs = <const B extends readonly Block[]>(
  id: string,
  label: string,
  alternatives: readonly { readonly id: string; readonly label: string; readonly blocks: B }[],
): Tabs<All<B>, Reads<B>> => ({ type: 'tabs', id, label, tabs: alternatives });

export const fold = <const B extends readonly Block[]>(
  title: string,
  blocks: B,
  { everyWidth = false } = {},
): Fold<All<B>, Reads<B>> => ({ type: 'fold', title, blocks, everyWidth });

export const section = <const B extends readonly Block[]>(
  title: string,
  blocks: B,
  intro?: string,
): Section<All<B>, Reads<B>> => ({ type: 'section', title, blocks, intro });
