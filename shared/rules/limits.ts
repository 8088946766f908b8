export const limits = {
  inactivityMs: 900_000,
  inactivityWarningMs: 60_000,
  conversionPollMs: 2_000,
  pdfPollMs: 1_000,
  pdfPollWhenReadyMs: 600_000,
  /** Lifetime of a link to an application PDF. */
  pdfLinkMs: 120_000,
  toastMs: 5_000,
  errorToastMs: 300_000,
  webStatusRetries: 2,
  /** Inclusive. */
  uploadBytes: 1_048_576,
  /** The extension included. */
  fileNameLength: 32,
} as const;

/** Seconds for which CloudFront and browsers cache the published settings. */
export const settingsCacheSeconds = 20;
/** Time after which an open page reads the published settings again: within a day of a deadline, and else. */
export const settingsPollMs = { nearDeadline: 40_000, otherwise: 600_000 } as const;

/** Default and maximum lifetime of staff links, in seconds. */
export const tokenSeconds = { default: 900, max: 3_600 } as const;

/** Characters in which an operator says why staff read an application. */
export const purposeMaximum = 200;

/** Maximum length of a reported browser error, in characters. */
export const errorReportLimits = { page: 100, name: 100, message: 500, stack: 2_000 } as const;

/** A report of validation errors: more keys and characters than the page ever sends. */
export const validationReportLimits = { keys: 300, characters: 40_000 } as const;
