/** A new seed for a run. */
export const randomSeed = (): number => 1 + Math.floor(Math.random() * 1e6);
