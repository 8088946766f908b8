import { formatDay } from '../rules/format-time.ts';
import type { Partner } from './partner.ts';

/** 'December 5, 2026': until when the partner decides; undefined when it names no day. Days begin where the partner is. */
export function decisionDayOf({ decision, timeZone }: Partner, submittedAt: string): string | undefined {
  if (decision === undefined) return undefined;
  if ('day' in decision) return formatDay(decision.day);
  const submitted = new Date(submittedAt);
  // Noon, so that a day with 23 or 25 hours does not move the result.
  const noon = new Date(`${submitted.toLocaleDateString('en-CA', { timeZone })}T12:00:00Z`);
  noon.setUTCDate(noon.getUTCDate() + decision.days);
  return formatDay(noon.toISOString().slice(0, 10));
}
