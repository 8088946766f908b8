/** What can be looked up (platform specification, point 3). */
export const lookupCategories = ['college_ceeb', 'hs_ceeb', 'address'] as const;
export type LookupCategory = (typeof lookupCategories)[number];

/** Platform specification, point 9; times are in milliseconds, lengths in characters. */
export const lookupLimits = {
  pause: 200,
  longestPause: 500,
  results: { default: 5, most: 10 },
  typed: 120,
  /** An id of Amazon Location is the longest: about 200 characters. */
  id: 500,
} as const;
