import { addDays } from '../rules/days.ts';
import { formatDay } from '../rules/format-time.ts';
import type { Partner } from './partner.ts';

/**
 * The day (yyyy-mm-dd) of a moment in a time zone. By its parts: how the locale en-CA writes a day differs between browsers.
 */
function dayIn(timeZone: string, moment: string): string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const parts = new Map(format.formatToParts(new Date(moment)).map(({ type, value }) => [type, value]));
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
}

/** 'December 5, 2026': until when the partner decides; undefined when it names no day. Days begin where the partner is. */
export function decisionDayOf({ decision, timeZone }: Partner, submittedAt: string): string | undefined {
  if (decision === undefined) return undefined;
  if ('day' in decision) return formatDay(decision.day);
  return formatDay(addDays(dayIn(timeZone, submittedAt), decision.days));
}
