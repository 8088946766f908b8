import type { Partner } from './partner.ts';

const format = (moment: Date, timeZone: string) =>
  moment.toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric', timeZone });

/** 'December 5, 2026': until when the partner decides; undefined when it names no day. Days begin where the partner is. */
export function decisionDayOf({ decision, timeZone }: Partner, submittedAt: string): string | undefined {
  if (decision === undefined) return undefined;
  if ('day' in decision) return format(new Date(`${decision.day}T00:00:00Z`), 'UTC');
  const submitted = new Date(submittedAt);
  // Noon, so that a day with 23 or 25 hours does not move the result.
  const noon = new Date(`${submitted.toLocaleDateString('en-CA', { timeZone })}T12:00:00Z`);
  noon.setUTCDate(noon.getUTCDate() + decision.days);
  return format(noon, 'UTC');
}
