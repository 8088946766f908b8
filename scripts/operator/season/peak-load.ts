import { type Phase, type PhaseUsage, phases } from './applicant.ts';
import { measuredApplicant } from './measured.ts';

// Load of the last day before one hard deadline, minute by minute. Every applicant who submits on that day
// makes one visit that ends with the submission. Nothing is random: a minute has its share of applicants.

/**
 * Shares of all applicants who submit between two times, in minutes before the deadline. In 2019 more than
 * 4,000 of 28,400 applications arrived in the last hour, without a peak in it
 * (https://dreamapply.com/managing-applications-at-70-documents-per-second/). In 2011 63 percent arrived in
 * the last three days (http://admissionsblog.sipa.columbia.edu/2011/01/10/business-as-usual-and-then-some/).
 * Assumption: the share of the last day, and its distribution over the hours before the last one.
 */
const submissionShares = [
  { from: 1_440, to: 240, share: 0.06 },
  { from: 240, to: 120, share: 0.04 },
  { from: 120, to: 60, share: 0.05 },
  { from: 60, to: 0, share: 0.15 },
] as const;

/** Assumption: the time from the log-in to the submission. Requests are spread evenly over it. */
const visitMinutes = 30;

/** Visits of the measured applicant. */
const measuredVisits = 4;

/**
 * Phases of the measured applicant that each submission of the last day brings. Common App counted 412,265
 * log-ins and 154,903 submissions on 31 December 2013
 * (http://collegeexplorations.blogspot.com/2014/03). Assumption: as many applicants sign up for the first
 * time in the last visit as in each other visit.
 */
const timesPerSubmission: Readonly<Record<Phase, number>> = {
  signUp: 1 / measuredVisits,
  logIn: 412_265 / 154_903,
  visits: 1 / measuredVisits,
  submission: 1,
};

/** Amount that an applicant uses in a phase: requests, runs, units or seconds. */
export type Amount = (usage: PhaseUsage) => number;

export const lastDayShare: number = submissionShares.reduce((sum, { share }) => sum + share, 0);

/** Minutes with load, by their start before the deadline: 1 is the last minute. */
export const minutes: readonly number[] = Array.from(
  { length: 1_440 + visitMinutes - 1 },
  (_, index) => 1_440 + visitMinutes - 1 - index,
);

/** Share of all applicants who submit in a minute. */
function submittingIn(minute: number): number {
  const part = submissionShares.find(({ from, to }) => minute <= from && minute > to);
  return part === undefined ? 0 : part.share / (part.from - part.to);
}

/** Visits' worth of work in a minute, as a share of all applicants. */
const visitingIn = (minute: number): number =>
  Array.from({ length: visitMinutes }, (_, later) => submittingIn(minute - later)).reduce(
    (sum, share) => sum + share / visitMinutes,
    0,
  );

const shares = new Map(minutes.map((each) => [each, { ends: submittingIn(each), visits: visitingIn(each) }]));

/** The amount per second in a minute, for a number of applicants of the season. */
export function perSecond(applicants: number, minute: number, amount: Amount): number {
  const { ends = 0, visits = 0 } = shares.get(minute) ?? {};
  return phases.reduce((sum, phase) => {
    const share = (phase === 'submission' ? ends : visits) * timesPerSubmission[phase];
    return sum + (applicants * share * amount(measuredApplicant.phases[phase])) / 60;
  }, 0);
}

/** The minute in which an amount is largest; the earliest of several. */
export const peakMinute = (amount: Amount): number =>
  minutes.reduce((peak, each) =>
    perSecond(1, each, amount) > perSecond(1, peak, amount) * (1 + 1e-9) ? each : peak,
  );

export const peak = (applicants: number, amount: Amount): number =>
  perSecond(applicants, peakMinute(amount), amount);
