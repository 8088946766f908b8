/** The categories of records that can be looked up. */
export const lookupCategories = ['college_ceeb', 'hs_ceeb', 'address'] as const;
export type LookupCategory = (typeof lookupCategories)[number];

/** Times are in milliseconds, lengths in characters. */
export const lookupLimits = {
  debounce: 200,
  maxWait: 500,
  results: { default: 5, max: 10 },
  text: 120,
  /** The longest ids are those of Amazon Location: about 200 characters. */
  id: 500,
} as const;
