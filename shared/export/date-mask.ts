import { timeIn } from '../partners/time-zone.ts';

// Date masks are those of Oracle's TO_DATE, because the systems that import such files run on it.

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

/** Each element of a mask, and what it takes from 2027-01-15T23:59:59. */
const elements: Readonly<Record<string, (local: string) => string>> = {
  YYYY: (local) => local.slice(0, 4),
  YY: (local) => local.slice(2, 4),
  MON: (local) => months[Number(local.slice(5, 7)) - 1] ?? '',
  MM: (local) => local.slice(5, 7),
  DD: (local) => local.slice(8, 10),
  HH24: (local) => local.slice(11, 13),
  MI: (local) => local.slice(14, 16),
  SS: (local) => local.slice(17, 19),
};

const element = /YYYY|YY|MON|MM|DD|HH24|MI|SS/g;

/** The elements that a mask can have. */
export const maskElements: readonly string[] = Object.keys(elements);

/** False for a mask with other letters or without an element. */
export const isDateMask = (mask: string): boolean =>
  mask.search(element) !== -1 && !/[\p{L}\p{N}]/u.test(mask.replaceAll(element, ''));

/**
 * Formats a day (yyyy-mm-dd), or a moment (ISO 8601, UTC) in a time zone. Returns undefined for text that is
 * neither.
 */
export function formatDate(text: string, mask: string, timeZone: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/.test(text)) return undefined;
  const local = text.length === 10 ? `${text}T00:00:00` : timeIn(timeZone, Date.parse(text));
  return mask.replaceAll(element, (name) => elements[name]?.(local) ?? '');
}
