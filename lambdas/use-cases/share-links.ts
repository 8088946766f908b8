import { randomBytes } from 'node:crypto';
import type { SharedPart } from '../../shared/rules/share-links.ts';
import { pseudonym } from '../aws/secrets.ts';
import { ApiError } from '../runtime/errors.ts';
import { type ApplicantId, applicantId } from '../runtime/ids.ts';
import { describeError, log } from '../runtime/log.ts';
import {
  addShareLink,
  dropShareLink,
  findShareLink,
  type ReachedLimit,
  type ShareLink,
} from '../store/share-links.ts';
import { shareMail } from './share-mail.ts';

// Links that show an application to a parent or counselor. A token names the applicant by the id, as the
// links of reminders do, and has 32 random bytes. They are in hexadecimal, because some mail programs end a
// link before a dash or an underscore.

const secretBytes = 32;
const tokenPattern = /^([\w-]{1,64})\.[\da-f]{64}$/;

const hashOf = (token: string) => pseudonym(`share ${token}`);

const daySeconds = 86_400;

const limits: Readonly<Record<ReachedLimit, () => ApiError>> = {
  live: () => new ApiError('conflict', 'You have 5 links that work. Revoke one to send another.'),
  day: () =>
    new ApiError('tooMany', 'You can send 5 links in 24 hours. Try again tomorrow.', {
      retryAfter: daySeconds,
    }),
  month: () =>
    new ApiError('tooMany', 'You can send 20 links in 30 days. Try again later.', {
      retryAfter: daySeconds,
    }),
};

interface NewShare {
  readonly sub: ApplicantId;
  readonly username: string;
  readonly to: string;
  readonly shows: SharedPart;
  readonly host: string;
}

/** Mails a new link. If the mail fails, deletes the link: a later attempt makes another one. */
export async function sendShareLink({ sub, username, to, shows, host }: NewShare): Promise<void> {
  const token = `${sub}.${randomBytes(secretBytes).toString('hex')}`;
  const link = await addShareLink(sub, { token: await hashOf(token), to, shows });
  if (typeof link === 'string') throw limits[link]();
  try {
    const { sendMail } = await import('../aws/ses.ts');
    await sendMail(shareMail({ link, token, username, host }));
  } catch (cause) {
    log({ level: 'error', event: 'share-mail.failed', error: describeError(cause) });
    await dropShareLink(sub, link.id);
    throw new ApiError('unavailable', "We couldn't send the email, so the link doesn't work.", {
      cause,
      retryAfter: 5,
    });
  }
}

interface FoundShare {
  readonly sub: ApplicantId;
  readonly link: ShareLink;
}

/** The applicant and the link of a token; undefined unless the link works. */
export async function shareOf(token: string): Promise<FoundShare | undefined> {
  const sub = applicantId.safeParse(tokenPattern.exec(token)?.[1]).data;
  const link = sub && (await findShareLink(sub, await hashOf(token)));
  return link && { sub, link };
}
