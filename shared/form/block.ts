import type { Condition, Read, ReadOf } from './condition.ts';
import type {
  AutocompleteQuestion,
  CheckboxQuestion,
  DependentSelectQuestion,
  Question,
} from './question.ts';
import type { VisibilityRule } from './visibility.ts';

export type Questions = Readonly<Record<string, Question>>;

/** A part of a block that is visible while its rules are met. */
export interface Branch {
  readonly rules: readonly VisibilityRule[];
  readonly blocks: readonly Block[];
}

/** For the compiler only: the questions that a block asks, and the answers that it reads. */
interface Types {
  readonly asks: Questions;
  readonly reads: Read;
}
declare const types: unique symbol;
interface Base<T extends Types> {
  readonly branches: readonly Branch[];
  readonly [types]?: T;
}

type ReadBy<Q> = Q[keyof Q] extends infer Each
  ? Each extends DependentSelectQuestion<infer Reads>
    ? Reads
    : Each extends AutocompleteQuestion<infer Filled>
      ? Filled
      : never
  : never;

export interface Ask<Asks extends Questions = Questions>
  extends Base<{ asks: Asks; reads: Read<string & ReadBy<Asks>, never> }> {
  readonly type: 'ask';
  readonly questions: Asks;
}
/** Text without an answer. With `blockingKey`, the text is an error of that key and blocks submission. */
export interface Notice extends Base<{ asks: never; reads: never }> {
  readonly type: 'notice';
  readonly text: string;
  readonly link?: { readonly label: string; readonly href: string } | undefined;
  readonly blockingKey?: string | undefined;
}
/** Shows the branches whose rules are met, and clears the answers of the others. */
export interface When<T extends Types = Types> extends Base<T> {
  readonly type: 'when';
}
/** A button or checkbox whose state is the answer `key`. */
export interface Trigger<T extends Types = Types> extends Base<T> {
  readonly type: 'trigger';
  readonly by: 'button' | 'checkbox';
  readonly key: string;
  readonly question: CheckboxQuestion;
}
export interface Tab extends Branch {
  readonly id: string;
  readonly label: string;
}
/** Alternatives: only the answers of the chosen tab are kept. The first tab is the default. */
export interface Tabs<T extends Types = Types> extends Base<T> {
  readonly type: 'tabs';
  readonly id: string;
  readonly label: string;
  readonly branches: readonly Tab[];
}
/** Copies of the same blocks, each a branch under its own key prefix. One is shown at first. */
export interface AddAnother<T extends Types = Types> extends Base<T> {
  readonly type: 'addAnother';
  readonly id: string;
  readonly label: string;
}
export interface Section<T extends Types = Types> extends Base<T> {
  readonly type: 'section';
  readonly title: string;
  readonly intro?: string | undefined;
}
/** Optional questions that are folded away until one of them has an answer or an error. */
export interface Fold<T extends Types = Types> extends Base<T> {
  readonly type: 'fold';
  readonly title: string;
  /** True if wide screens fold them too, not only phones. */
  readonly everyWidth: boolean;
}
export type Block = Ask | Notice | When | Trigger | Tabs | AddAnother | Section | Fold;

export type AsksOf<B> = B extends Base<infer T> ? T['asks'] : never;
export type ReadsOf<B> = B extends Base<infer T> ? T['reads'] : never;

/** The types of a block around others, with what it reads and asks itself. */
export interface Around<
  B extends readonly Block[],
  Reads extends Read = never,
  Asks extends Questions = never,
> {
  readonly asks: AsksOf<B[number]> | Asks;
  readonly reads: ReadsOf<B[number]> | Reads;
}

const whenMet = (condition: Condition): VisibilityRule => ({ on: 'answer', condition, holds: true });
const whenNotMet = (condition: Condition): VisibilityRule => ({ on: 'answer', condition, holds: false });

const always = (blocks: readonly Block[]): readonly Branch[] => [{ rules: [], blocks }];
const onlyWhen = (condition: Condition, blocks: readonly Block[]): Branch => ({
  rules: [whenMet(condition)],
  blocks,
});

export const ask = <const Q extends Questions>(questions: Q): Ask<Q> => ({
  type: 'ask',
  questions,
  branches: [],
});

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
  branches: [],
});

/** Shows its blocks while its condition is met, and clears their answers otherwise. */
export const when = <const C extends Condition, const B extends readonly Block[]>(
  condition: C,
  blocks: B,
): When<Around<B, ReadOf<C>>> => ({ type: 'when', branches: [onlyWhen(condition, blocks)] });

interface ConditionalBlocks {
  readonly condition: Condition;
  readonly blocks: readonly Block[];
}

/** Shows the first branch whose condition is met, and clears the answers of the others. */
export const firstOf = <const Branches extends readonly ConditionalBlocks[]>(
  branches: Branches,
): When<Around<Branches[number]['blocks'], ReadOf<Branches[number]['condition']>>> => ({
  type: 'when',
  branches: branches.map(({ condition, blocks }, index) => {
    const earlier = branches.slice(0, index).map((each) => whenNotMet(each.condition));
    return { rules: [...earlier, whenMet(condition)], blocks };
  }),
});

/**
 * Follows a radio question: shows the blocks of the chosen answer, `before` for any other answer, and
 * `optional` while there is no answer.
 */
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
): When<Around<B | Before | Optional, Read<Key, Code>>> => ({
  type: 'when',
  branches: [
    onlyWhen({ key, operator: 'notIn', target: Object.keys(answers) }, before ?? []),
    ...Object.entries<B>(answers).map(([target, blocks]) =>
      onlyWhen({ key, operator: 'equals', target }, blocks),
    ),
    onlyWhen({ key, operator: 'notAnswered' }, optional ?? []),
  ],
});

/** A button or checkbox that replaces `before` with `after`. `optional` is shown until then. */
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
  Around<Before | After | Optional, Read<Key, never>, { readonly [K in Key]: CheckboxQuestion }>
> => ({
  ...{ type: 'trigger', by, key, question },
  branches: [
    onlyWhen({ key, operator: 'notAnswered' }, before),
    onlyWhen({ key, operator: 'answered' }, after),
    onlyWhen({ key, operator: 'notAnswered' }, optional ?? []),
  ],
});

export const tabs = <const B extends readonly Block[]>(
  group: string,
  label: string,
  alternatives: readonly (Omit<Tab, 'rules'> & { readonly blocks: B })[],
): Tabs<Around<B>> => {
  const tabIds = alternatives.map(({ id }) => id);
  const branches = alternatives.map(
    (tab): Tab => ({ ...tab, rules: [{ on: 'tab', group, tab: tab.id, tabIds }] }),
  );
  return { type: 'tabs', id: group, label, branches };
};

export const fold = <const B extends readonly Block[]>(
  title: string,
  blocks: B,
  { everyWidth = false } = {},
): Fold<Around<B>> => ({ type: 'fold', title, everyWidth, branches: always(blocks) });

export const section = <const B extends readonly Block[]>(
  title: string,
  blocks: B,
  intro?: string,
): Section<Around<B>> => ({ type: 'section', title, intro, branches: always(blocks) });
