/** Constants of platform specification, point 9. Times are in milliseconds. */
export const limits = {
  inactivity: 900_000,
  inactivityWarning: 60_000,
  conversionPoll: 2_000,
  copyPoll: 1_000,
  copyPollWhenReady: 600_000,
  /** How long a link to a PDF copy works. */
  copyLink: 120_000,
  toast: 5_000,
  errorToast: 300_000,
  webStatusRetries: 2,
  /** Bytes, inclusive (decision D-53). */
  upload: 1_048_576,
  /** Characters, extension included. */
  fileName: 32,
} as const;

/** How long staff's links work (decision H-24). */
export const tokenSeconds = { usual: 900, most: 3_600 } as const;

/** How much of an error in a browser is told, in characters. */
export const errorReportLimits = { page: 100, name: 100, message: 500, stack: 2_000 } as const;
