/** Times are in milliseconds. */
export const limits = {
  inactivity: 900_000,
  inactivityWarning: 60_000,
  conversionPoll: 2_000,
  pdfPoll: 1_000,
  pdfPollWhenReady: 600_000,
  /** Lifetime of a link to an application PDF. */
  pdfLink: 120_000,
  toast: 5_000,
  errorToast: 300_000,
  webStatusRetries: 2,
  /** Bytes, inclusive. */
  upload: 1_048_576,
  /** Characters, extension included. */
  fileName: 32,
} as const;

/** Default and maximum lifetime of staff links, in seconds. */
export const tokenSeconds = { default: 900, max: 3_600 } as const;

/** Characters in which an operator says why staff read an application. */
export const purposeMaximum = 200;

/** Maximum length of a reported browser error, in characters. */
export const errorReportLimits = { page: 100, name: 100, message: 500, stack: 2_000 } as const;

/** A report of validation errors: more keys and characters than the page ever sends. */
export const validationReportLimits = { keys: 300, characters: 40_000 } as const;
