// What a season's busiest hour asks of AWS, estimated generously: three of ten applicants come on the last day, and a fifth
// of that day's work is done in one hour, unevenly.

const lastDayShare = 0.3;
const busiestHourShare = 0.2;
const peakOverHour = 3;

/** A code or a reset link, and the receipt. */
const mailsPerApplicant = 2;

/** Requests at once per applicant of the season: an estimate, not measured on AWS. */
const requestsAtOnce = 625 / 1_000_000;

export const mailsOnBusiestDay = (applicants: number): number =>
  Math.ceil(applicants * lastDayShare * mailsPerApplicant);

/** Log-ins a second at the peak; sign-ups are no more than that. */
export const logInsPerSecond = (applicants: number): number =>
  Math.ceil(((applicants * lastDayShare * busiestHourShare) / 3600) * peakOverHour);

/** Functions that answer calls at once at the peak. */
export const functionsAtOnce = (applicants: number): number => Math.ceil(applicants * requestsAtOnce);
