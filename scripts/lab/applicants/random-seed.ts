/** A seed for a run that repeats no earlier one. */
export const randomSeed = (): number => 1 + Math.floor(Math.random() * 1e6);
