import type { AddAnother, AsksOf, Block, Questions, ReadsOf, Section } from './block.ts';

/** The numbers 2, 3, ... up to each limit that the form uses. */
interface LaterNumbers {
  2: 2;
  4: 2 | 3 | 4;
  5: 2 | 3 | 4 | 5;
  10: 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10;
}

/** `college`, `college_2`, ... `college_5`. */
export type RepeatPrefix<Prefix extends string, Max extends keyof LaterNumbers> =
  | Prefix
  | `${Prefix}_${LaterNumbers[Max]}`;

type BlocksFor<Prefix extends string, Max extends keyof LaterNumbers, B> = (
  prefix: RepeatPrefix<Prefix, Max>,
  number: number,
) => B;

/** The most blocks that one add-another button may offer. */
export const addAnotherCap = 10;

const copiesOf = <Prefix extends string, Max extends keyof LaterNumbers, B>(
  prefix: Prefix,
  max: number,
  blocksFor: BlocksFor<Prefix, Max, B>,
): B[] =>
  Array.from({ length: max }, (_, index) =>
    blocksFor((index === 0 ? prefix : `${prefix}_${index + 1}`) as RepeatPrefix<Prefix, Max>, index + 1),
  );

/** `max` copies of the same blocks, all shown, each under its own key prefix. */
export const repeat = <
  const Prefix extends string,
  const Max extends keyof LaterNumbers,
  const B extends readonly Block[],
>(
  title: string,
  prefix: Prefix,
  max: Max,
  blocksFor: BlocksFor<Prefix, Max, B>,
): Section<Extract<AsksOf<B[number]>, Questions>, ReadsOf<B[number]>> => ({
  type: 'section',
  title,
  blocks: copiesOf(prefix, max, blocksFor).flat(),
});

/**
 * Up to `max` copies of the same blocks, which the applicant adds one by one. Their count is stored under
 * `prefix`. A partner's `limit` may only lower `max`, because the form defines the keys.
 */
export const addAnother = <
  const Prefix extends string,
  const Max extends keyof LaterNumbers,
  const B extends readonly Block[],
>(
  label: string,
  prefix: Prefix,
  max: Max,
  blocksFor: BlocksFor<Prefix, Max, B>,
  limit: number = max,
): AddAnother<Extract<AsksOf<B[number]>, Questions>, ReadsOf<B[number]>> => ({
  type: 'addAnother',
  id: prefix,
  label,
  copies: copiesOf(prefix, Math.min(max, limit), blocksFor),
});
