/** Applicants per season of the columns below. */
const sizes = [10_000, 100_000, 1_000_000] as const;

/**
 * Needs of a season at its peak, per second unless the comment says otherwise, modeled in November 2026 from
 * one measured applicant. Assumptions: 30 % of the applicants submit on the last day, half of them in its
 * last hour. Each logs in 2.7 times, makes a quarter of the measured visits in thirty minutes, and gets three
 * mails. Every draft gets a reminder. Half as much and three standard deviations are added. docs/deploy.md
 * has more rows.
 */
const needs = {
  /** Executions at the same time, without converters. */
  functions: [15, 90, 725],
  /** Executions at the same time. */
  converters: [14, 69, 473],
  userAuthentication: [6, 29, 206],
  userCreation: [2, 9, 49],
  userAccountRecovery: [4, 15, 92],
  userRead: [9, 51, 388],
  mails: [6, 32, 229],
  /** A day. */
  mailsPerDay: [19_000, 190_000, 1_900_000],
} as const satisfies Readonly<Record<string, readonly [number, number, number]>>;

/** The need of a season, linear between the sizes. Fewer applicants need as much as the smallest size. */
export function seasonNeed(need: keyof typeof needs, applicants: number): number {
  const from = applicants > sizes[1] ? 1 : 0;
  const [below, above] = [sizes[from], sizes[from + 1] ?? 0];
  const [low, high] = [needs[need][from], needs[need][from + 1] ?? 0];
  const share = (Math.max(applicants, sizes[0]) - below) / (above - below);
  return Math.ceil(low + share * (high - low));
}
