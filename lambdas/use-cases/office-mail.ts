import { partner } from '../runtime/partner.ts';
import { siteUrl } from '../runtime/site-url.ts';
import type { OfficeNotice } from '../store/items.ts';

/** The mail that the office answered. Mail is less safe than the page, so it has no text of either. */
export function officeMail({ username, host }: OfficeNotice) {
  const { name, helpEmail } = partner();
  return {
    to: username,
    subject: `${name}: we answered your request`,
    text: [
      'You asked us to correct your application. We answered your request.',
      `Read our answer under Corrections: ${siteUrl(host, '/completion')}`,
      `Questions? Write to ${helpEmail}.`,
    ].join('\n\n'),
  };
}
