import { addDays } from '../rules/days.ts';
import { formatDay } from '../rules/format-time.ts';
import type { PartnerWithSettings } from './partner.ts';
import { dayIn } from './time-zone.ts';

/**
 * 'December 5, 2026': until when the partner decides; undefined when it names no day. Days begin where the
 * partner is.
 */
export function decisionDayOf(
  { decision, timeZone }: PartnerWithSettings,
  submittedAt: string,
): string | undefined {
  if (decision === undefined) return undefined;
  if ('day' in decision) return formatDay(decision.day);
  return formatDay(addDays(dayIn(timeZone, Date.parse(submittedAt)), decision.days));
}
