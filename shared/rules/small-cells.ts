/** Smaller counts are not shown, because they could say something about single applicants. */
export const smallestCell = 10;

/**
 * Counts begin this many weeks before the newest week. With other starts, the difference of two counts would
 * tell the numbers of a single week.
 */
export const countRanges = [4, 12, 52] as const;

/** Numbers of applications by a name. */
export type Tally = Readonly<Record<string, number>>;

export interface Cells {
  readonly cells: { readonly name: string; readonly count: number }[];
  /** The sum of the cells that are not shown; undefined if there are none, or if the sum is too small. */
  readonly others: number | undefined;
}

export const sum = (counts: readonly number[]): number => counts.reduce((one, other) => one + other, 0);

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

/**
 * The cells of several periods. Each period is merged alone, so the cells of more periods differ from those
 * of fewer by no small number.
 */
export function mergePeriods(tallies: readonly Tally[]): Cells {
  const merged = tallies.map(mergeSmallCells);
  const names = new Set(tallies.flatMap(Object.keys));
  const countOf = (name: string) =>
    sum(merged.map(({ cells }) => cells.find((cell) => cell.name === name)?.count ?? 0));
  return {
    cells: [...names].map((name) => ({ name, count: countOf(name) })).filter(({ count }) => count > 0),
    others: sum(merged.map(({ others = 0 }) => others)) || undefined,
  };
}

/** The shown part of a count; undefined if nothing of it is shown. Zero says nothing about anyone. */
export const shownCount = (shown: number, counted: number): number | undefined =>
  shown === 0 && counted > 0 ? undefined : shown;
