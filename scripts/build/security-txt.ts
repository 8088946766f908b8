import type { Partner } from '../../shared/partners/partner.ts';

/**
 * RFC 9116 recommends less than a year. The expiry is the first day of a month, so builds of the same month
 * are identical.
 */
const validMonths = 11;

function expiry(today: Date): string {
  const end = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + validMonths, 1));
  return end.toISOString().replace('.000', '');
}

/** `/.well-known/security.txt`: where to report a vulnerability (RFC 9116). */
export function securityTxt(
  { security: { contact, policy } }: Pick<Partner, 'security'>,
  today: Date,
): string {
  const fields = [
    `Contact: ${contact}`,
    `Expires: ${expiry(today)}`,
    'Preferred-Languages: en',
    ...(policy === undefined ? [] : [`Policy: ${policy}`]),
  ];
  return `${fields.join('\n')}\n`;
}
