import { visitorRoutes } from '../../shared/api/application-routes.ts';
import { sign, verify } from '../aws/signatures.ts';
import { type ApplicantId, applicantId } from '../runtime/ids.ts';
import { siteUrl } from '../runtime/site-url.ts';

// Links that turn reminders off without a log-in (RFC 8058). A link names the applicant by the id, and is
// signed.

/** The URL for one applicant's mails. It works as long as the key of pseudonyms stays. */
export const unsubscribeUrl = async (sub: ApplicantId, host: string): Promise<string> =>
  siteUrl(host, `${visitorRoutes.unsubscribe.path}?token=${sub}.${await sign('reminders-off', sub)}`);

/** The applicant of a link's token; undefined unless we signed it. */
export async function applicantOfLink(token: string): Promise<ApplicantId | undefined> {
  const [id, given = ''] = token.split('.');
  const { data: sub } = applicantId.safeParse(id);
  return sub !== undefined && (await verify('reminders-off', sub, given)) ? sub : undefined;
}
