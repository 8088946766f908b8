// Estimated AWS load in a season's busiest hour. A generous estimate: 30 percent of applicants come on the
// last day. A fifth of that day's work falls into one hour, with a peak of three times that hour's average.

const lastDayShare = 0.3;
const busiestHourShare = 0.2;
const peakOverHour = 3;

/** A code or a reset link, the receipt, and the mail about a new browser. */
const mailsByApplicant = 3;

/** Deadline reminders that each draft gets within a day, even if its applicant never returns. */
const remindersByDraft = 1;

/** Concurrent requests per applicant of the season: an estimate, not measured on AWS. */
const requestsAtOnce = 625 / 1_000_000;

/** Calls and writes per applicant on the last day: half of the total (docs/costs.md). */
const callsOnLastDay = 130;
const writeUnitsOnLastDay = 640;

/** Files and application PDFs per applicant on the last day, and seconds for each. */
const conversions = {
  convert: { files: 2, seconds: 2 },
  office: { files: 1, seconds: 3 },
  applicationPdf: { files: 2, seconds: 3 },
} as const;

/** States that an execution enters. */
const statesPerExecution = 6;

const onLastDay = (applicants: number) => applicants * lastDayShare;

/** Events per second at the peak, for a number of events per applicant of the last day. */
const perSecond = (applicants: number, events = 1) =>
  Math.ceil(((onLastDay(applicants) * events * busiestHourShare) / 3600) * peakOverHour);

/** Assumes that all applications are still drafts when the reminders of the last day are sent. */
export const mailsOnBusiestDay = (applicants: number): number =>
  Math.ceil(onLastDay(applicants) * mailsByApplicant + applicants * remindersByDraft);

/** Mails per second at the peak. Deadline reminders, ten a second, are sent earlier on that day. */
export const mailsPerSecond = (applicants: number): number => perSecond(applicants, mailsByApplicant);

/** Log-ins per second at the peak, which is also the maximum of sign-ups. */
export const logInsPerSecond = (applicants: number): number => perSecond(applicants);

export const callsPerSecond = (applicants: number): number => perSecond(applicants, callsOnLastDay);

export const writeUnitsPerSecond = (applicants: number): number => perSecond(applicants, writeUnitsOnLastDay);

/** Executions of state machines that start in a second. */
export const startsPerSecond = (applicants: number): number =>
  perSecond(
    applicants,
    Object.values(conversions).reduce((sum, { files }) => sum + files, 0),
  );

export const transitionsPerSecond = (applicants: number): number =>
  startsPerSecond(applicants) * statesPerExecution;

/** Converters that work at the same time at the peak, by the name of their setting. */
export const convertersAtOnce = (
  applicants: number,
): readonly (readonly [keyof typeof conversions, number])[] =>
  (Object.keys(conversions) as (keyof typeof conversions)[]).map((name) => [
    name,
    perSecond(applicants, conversions[name].files * conversions[name].seconds),
  ]);

/** Concurrent function executions at the peak. */
export const functionsAtOnce = (applicants: number): number => Math.ceil(applicants * requestsAtOnce);
