import { activeMonths, fixedMonthlyCost, type Meter, prices, type Usage } from './prices.ts';

export interface Share {
  readonly what: Meter;
  readonly each: number;
  /** US cents for each applicant. */
  readonly cents: number;
}

/** Cost of a season by meter, for a number of applicants, after each month's free tier. */
export const shares = (each: Usage, applicants: number): readonly Share[] =>
  (Object.keys(prices) as Meter[]).map((what) => {
    const { dollars, free = 0, isKept = false } = prices[what];
    const months = isKept ? 1 : activeMonths;
    const charged = Math.max(0, each[what] * applicants - free * months);
    return { what, each: each[what], cents: (charged * dollars * 100) / applicants };
  });

const sum = (all: readonly Share[]) => all.reduce((cents, share) => cents + share.cents, 0);
export const shown = (number: number): number => Number(number.toPrecision(3));

/** US dollars of a season, without the fixed monthly cost. */
export const seasonDollars = (all: readonly Share[], applicants: number): number =>
  (sum(all) * applicants) / 100;

/** US dollars of a month with applicants: the limit of a budget that must not stop a season. */
export const dollarsOfMonth = (all: readonly Share[], applicants: number): number =>
  Math.ceil(seasonDollars(all, applicants) / activeMonths + fixedMonthlyCost);

export function costLines(all: readonly Share[], applicants: number): readonly string[] {
  const accounts = all.find(({ what }) => what === 'active accounts')?.cents ?? 0;
  return [
    `${applicants} applicants: ${shown(sum(all))} US cents each, ${shown(sum(all) - accounts)} without accounts.`,
    `In all ${Math.round(seasonDollars(all, applicants))} US dollars, and ${shown(fixedMonthlyCost)} for each month without any.`,
  ];
}
