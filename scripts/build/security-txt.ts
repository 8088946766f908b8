import type { Partner } from '../../shared/partners/partner.ts';

/** RFC 9116 recommends less than a year. Every build moves the end, and keeps it for a month so that few builds differ. */
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
