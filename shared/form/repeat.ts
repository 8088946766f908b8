import type { AddAnother, AsksOf, Block, Questions, ReadsOf, Section } from './block.ts';

/** 2, 3, ... up to each limit the form uses. */
interface Later {
  2: 2;
  4: 2 | 3 | 4;
  5: 2 | 3 | 4 | 5;
  10: 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10;
}

/** `college`, `college_2`, ... `college_5` (decision D-71). */
export type RepeatPrefix<Prefix extends string, Max extends keyof Later> = Prefix | `${Prefix}_${Later[Max]}`;

type BlocksFor<Prefix extends string, Max extends keyof Later, B> = (
  prefix: RepeatPrefix<Prefix, Max>,
  number: number,
) => B;

/** No add-another goes beyond it (platform specification, point 9). */
export const addAnotherCap = 10;

const copiesOf = <Prefix extends string, Max extends keyof Later, B>(
  prefix: Prefix,
  max: number,
  blocksFor: BlocksFor<Prefix, Max, B>,
): B[] =>
  Array.from({ length: max }, (_, index) =>
    blocksFor((index === 0 ? prefix : `${prefix}_${index + 1}`) as RepeatPrefix<Prefix, Max>, index + 1),
  );

/** The same blocks `max` times, all of them on the page, each under its own prefix. */
export const repeat = <
  const Prefix extends string,
  const Max extends keyof Later,
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
 * The same blocks up to `max` times; the applicant adds them one by one and the count is kept under `prefix` (D-72).
 * A partner's own `limit` may only lower `max`: the keys are the form's.
 */
export const addAnother = <
  const Prefix extends string,
  const Max extends keyof Later,
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
