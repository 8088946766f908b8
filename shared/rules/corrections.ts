/** The most requests of an applicant that the office has not answered. */
export const maxOpenCorrections = 10;
/** The most requests of an applicant within a day, including those that were taken back. */
export const maxDailyCorrections = 30;
/** The longest request of an applicant, and the longest reply of the office, in characters. */
export const maxCorrectionLength = 500;
export const maxReplyLength = 1000;

/** The outcomes of a request: the office corrected its records, or did not change them. */
export const correctionOutcomes = ['corrected', 'unchanged'] as const;
export type CorrectionOutcome = (typeof correctionOutcomes)[number];
