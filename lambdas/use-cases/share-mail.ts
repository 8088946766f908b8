import { formatTime } from '../../shared/rules/format-time.ts';
import type { SharedPart } from '../../shared/rules/share-links.ts';
import { partner } from '../runtime/partner.ts';
import { siteUrl } from '../runtime/site-url.ts';
import type { ShareLink } from '../store/share-links.ts';

const contents: Readonly<Record<SharedPart, string>> = {
  answers: 'their application, without the Alien Registration Number and the legal questions',
  checklist: 'what is still missing in their application, without any answers',
};

interface ShareMail {
  readonly link: ShareLink;
  readonly token: string;
  /** The address of the applicant. */
  readonly username: string;
  readonly host: string;
}

/**
 * The mail with a link that shows an application. The applicant writes no part of it except the address that
 * it is sent to: otherwise strangers could send advertisements from the site's address.
 */
export function shareMail({ link: { to, shows, ends }, token, username, host }: ShareMail) {
  const { name, timeZone, helpEmail } = partner();
  return {
    to,
    subject: `${name}: ${username} wants to show you an application`,
    text: [
      `${username} is applying to ${name} and wants to show you ${contents[shows]}.`,
      // After #, which no server and no other site sees.
      `Open this page: ${siteUrl(host, `/shared#${token}`)}`,
      `It works until ${formatTime(new Date(ends).toISOString(), timeZone)}. You can read and print it. You don't need an account, and you can't change anything.`,
      "Everyone with this link can open the page, so please don't forward this email.",
      `If you don't know ${username}, ignore this email. Questions? Write to ${helpEmail}.`,
    ].join('\n\n'),
  };
}
