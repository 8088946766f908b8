/** A share and its 95 percent confidence interval. */
export interface Share {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/** Standard deviations that 95 % of a normal distribution lie within. */
const deviations = 1.96;

/**
 * Estimates the share of the whole population from a sample, with Wilson's interval. The finite population
 * correction narrows the interval for a large sample; a complete sample is exact.
 */
export function shareOf(found: number, sample: number, all: number): Share {
  if (sample === 0) return { share: 0, low: 0, high: 1 };
  const share = found / sample;
  if (sample >= all) return { share, low: share, high: share };
  const effective = sample * ((all - 1) / (all - sample));
  const square = deviations ** 2 / effective;
  const middle = (share + square / 2) / (1 + square);
  const half =
    (deviations * Math.sqrt((share * (1 - share)) / effective + square / (4 * effective))) / (1 + square);
  return { share, low: middle - half, high: middle + half };
}
