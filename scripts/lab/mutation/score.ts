/** A share, and between which bounds it lies with 95 % confidence. */
export interface Share {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/** Standard deviations that 95 % of a normal distribution lie within. */
const deviations = 1.96;

/**
 * The share that a sample shows for all (Wilson's interval). A sample of a large part of all says more than one of a small part
 * (finite population correction), and one of all says it exactly.
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
