import { sign, verify } from '../aws/secrets.ts';
import { sendCodeMail } from '../mail/code-mail.ts';
import { now } from '../runtime/clock.ts';
import { partner } from '../runtime/partner.ts';
import { siteUrl } from '../runtime/site-url.ts';
import { readSessionVersion } from '../table/sessions.ts';

// Mailed links to choose a password. A link is signed with its time and the account's session version: it
// works for an hour, and only until the next new password. A later link ends no earlier one.

const lifetimeMs = 3_600_000;

const signedText = async (time: string, username: string) =>
  `${time} ${username} ${(await readSessionVersion(username)) ?? ''}`;

async function createResetId(username: string): Promise<string> {
  const time = now().toString(36);
  return `${time}.${await sign('reset', await signedText(time, username))}`;
}

/** True for the id of a link that we mailed to this address within the last hour and that was not used. */
export async function isResetId(id: string, username: string): Promise<boolean> {
  const [time = '', signature = ''] = id.split('.');
  const isFresh = now() - Number.parseInt(time, 36) <= lifetimeMs;
  return (await verify('reset', await signedText(time, username), signature)) && isFresh;
}

const texts = {
  forgotten: (name: string) => ({
    subject: `${name}: reset your password`,
    before: 'Choose a new password:',
    after: ["The link works for one hour. If you didn't ask for it, you can ignore this email."],
  }),
  confirmed: (name: string, forgot: string) => ({
    subject: `${name}: choose your password`,
    before: 'Your account is confirmed. Choose your password:',
    after: [
      'The code was not entered in the browser that signed up, so the password typed there does not work.',
      `The link works for one hour. If it stops working, request a new one at ${forgot}`,
    ],
  }),
} as const;

interface ResetLink {
  readonly username: string;
  readonly host: string;
  readonly reason?: keyof typeof texts;
}

/** Mails a link to choose a password to the address of an account. */
export async function mailResetLink({ username, host, reason = 'forgotten' }: ResetLink): Promise<void> {
  const id = await createResetId(username);
  const { subject, before, after } = texts[reason](partner().name, siteUrl(host, '/forgot'));
  const url = siteUrl(host, `/reset?username=${encodeURIComponent(username)}&id=${id}`);
  await sendCodeMail({ to: username, subject, text: [`${before} ${url}`, ...after].join('\n\n') });
}
