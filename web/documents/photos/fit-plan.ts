/** The encoding of all pages: pixels on the long side, and the quality of the JPEGs from 0 to 1. */
export interface Step {
  readonly side: number;
  readonly quality: number;
  readonly isGray: boolean;
}

/** From the best to the smallest. A page of small print is legible at the last one. */
export const steps: readonly [Step, ...Step[]] = [
  { side: 1_700, quality: 0.8, isGray: false },
  { side: 1_700, quality: 0.65, isGray: false },
  { side: 1_700, quality: 0.5, isGray: false },
  { side: 1_400, quality: 0.5, isGray: false },
  { side: 1_400, quality: 0.5, isGray: true },
  { side: 1_200, quality: 0.5, isGray: true },
  { side: 1_000, quality: 0.5, isGray: true },
];

const lastStep = steps.length - 1;

/** Pixels on the long side, and the quality, of the pictures that the steps start from. */
export const source = { side: 2_400, quality: 0.9 } as const;

const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0);

/** Bytes at a step, as a share of those at the first. A quality of 0.5 takes 40 % of the bytes of 0.8. */
const expectedShare = ({ side, quality }: Step): number =>
  (side / steps[0].side) ** 1.6 * (quality / steps[0].quality) ** 1.9;

/** The best step at which pictures of these bytes at the first step probably fit. */
export function firstGuess(bytesAtBest: number, limit: number): number {
  const found = steps.findIndex((step) => bytesAtBest * expectedShare(step) <= limit);
  return found === -1 ? lastStep : found;
}

/** A result this close to the limit is not worth another try at a better step. */
const wellUsed = 0.7;

export type Fit =
  | { readonly fits: true; readonly step: number }
  /** The bytes of each page at the last step. */
  | { readonly fits: false; readonly sizes: readonly number[] };

/**
 * Finds a step at which all pages fit. `encode` returns the bytes of each page at a step. Starts at a guess,
 * because each try encodes every page.
 */
export async function fitPages(
  encode: (step: number) => Promise<readonly number[]>,
  guess: number,
  limit: number,
): Promise<Fit> {
  let step = guess;
  let sizes = await encode(step);
  if (sum(sizes) > limit) {
    while (sum(sizes) > limit) {
      if (step === lastStep) return { fits: false, sizes };
      step += 1;
      sizes = await encode(step);
    }
    return { fits: true, step };
  }
  while (step > 0 && sum(sizes) < limit * wellUsed) {
    sizes = await encode(step - 1);
    if (sum(sizes) > limit) break;
    step -= 1;
  }
  return { fits: true, step };
}

/** Indexes of the largest pages, in order, without which the rest fits. */
export function pagesToRemove(sizes: readonly number[], limit: number): readonly number[] {
  const removed: number[] = [];
  let left = sum(sizes);
  for (const { size, index } of sizes
    .map((size, index) => ({ size, index }))
    .sort((one, other) => other.size - one.size)) {
    if (left <= limit) break;
    removed.push(index);
    left -= size;
  }
  return removed.sort((one, other) => one - other);
}
