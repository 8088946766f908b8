import { timingSafeEqual } from 'node:crypto';
import { applicantRoutes } from '../../shared/api/account-routes.ts';
import { pseudonym } from '../aws/secrets.ts';
import { type ApplicantId, applicantId } from '../runtime/ids.ts';
import { siteUrl } from '../runtime/site-url.ts';

// Links that turn reminders off without a log-in (RFC 8058). A link names the applicant by the id, and is
// signed.

/** 128 bits in hexadecimal: some mail programs end a link before a dash or an underscore. */
const signatureLength = 32;

const signatureOf = async (sub: ApplicantId) =>
  Buffer.from(await pseudonym(`reminders off ${sub}`), 'base64url')
    .toString('hex')
    .slice(0, signatureLength);

/** The URL for one applicant's mails. It works as long as the key of pseudonyms stays. */
export const unsubscribeUrl = async (sub: ApplicantId, host: string): Promise<string> =>
  siteUrl(host, `${applicantRoutes.unsubscribe.path}?token=${sub}.${await signatureOf(sub)}`);

/** The applicant of a link's token; undefined unless we signed it. */
export async function applicantOfLink(token: string): Promise<ApplicantId | undefined> {
  const [id, given = ''] = token.split('.');
  const parsed = applicantId.safeParse(id);
  if (!parsed.success) return undefined;
  const [left, right] = [Buffer.from(given), Buffer.from(await signatureOf(parsed.data))];
  return left.length === right.length && timingSafeEqual(left, right) ? parsed.data : undefined;
}
