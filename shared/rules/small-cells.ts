/** Smaller counts are not shown, because they could say something about single applicants. */
export const smallestCell = 10;

/** Numbers of applications by a name. */
export type Tally = Readonly<Record<string, number>>;

export interface Cells {
  readonly cells: { readonly name: string; readonly count: number }[];
  /** The sum of the cells that are not shown; undefined if there are none, or if the sum is too small. */
  readonly others: number | undefined;
}

const sum = (counts: readonly number[]): number => counts.reduce((one, other) => one + other, 0);

/**
 * The cells of a tally in its order. Those under ten are merged, with the smallest other one if they are
 * still under ten: the total would tell what they are.
 */
export function mergeSmallCells(tally: Tally): Cells {
  const bySize = Object.entries(tally)
    .filter(([, count]) => count > 0)
    .toSorted(([, one], [, other]) => one - other);
  let merged = bySize.filter(([, count]) => count < smallestCell).length;
  if (merged > 0 && sum(bySize.slice(0, merged).map(([, count]) => count)) < smallestCell) merged += 1;
  const hidden = new Set(bySize.slice(0, merged).map(([name]) => name));
  const others = sum(bySize.slice(0, merged).map(([, count]) => count));
  return {
    cells: Object.entries(tally).flatMap(([name, count]) =>
      count > 0 && !hidden.has(name) ? [{ name, count }] : [],
    ),
    others: others < smallestCell ? undefined : others,
  };
}

/** A count; undefined if it is too small to be shown. Zero says nothing about anyone. */
export const shownCount = (count: number): number | undefined =>
  count > 0 && count < smallestCell ? undefined : count;
