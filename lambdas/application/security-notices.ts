import { formatTime } from '../../shared/rules/format-time.ts';
import { now } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { describeError, log } from '../runtime/log.ts';
import { partner } from '../runtime/partner.ts';
import { siteUrl } from '../runtime/site-url.ts';
import { type Notice, oweNotice } from '../store/notices.ts';
import { readSignUps } from '../store/sign-ups.ts';
import { isWithin, type RateLimit } from '../store/throttles.ts';
import { whatRemains } from './erasure-mail.ts';

// Mails that tell applicants what happened to their account, in case it was not them
// (docs/decisions/070-account-and-security.md).

interface Text {
  readonly subject: string;
  readonly happened: (name: string) => string;
  /** Who reads it could not choose a new password with a link. */
  readonly hasNoLink?: true;
}

const texts: Readonly<Record<Notice['kind'], Text>> = {
  'password-changed': {
    subject: 'your password was changed',
    happened: (name) =>
      `The password of your account at ${name} was changed by someone who was logged in and knew it.`,
  },
  'password-reset': {
    subject: 'your password was changed',
    happened: (name) => `The password of your account at ${name} was changed with a link from our email.`,
  },
  'address-changed': {
    subject: 'your email address was changed',
    happened: (name) =>
      `Your account at ${name} has another email address from now on: use the new one to log in. This one gets no more mail about it.`,
    hasNoLink: true,
  },
  'address-confirmed': {
    subject: 'your email address was changed',
    happened: (name) => `This is now the email address of your account at ${name}. Use it to log in.`,
  },
  'second-factor-on': {
    subject: 'your account now asks for a code',
    happened: (name) =>
      `An authenticator app was added to your account at ${name}. From now on, logging in takes its code as well as your password.`,
  },
  'second-factor-off': {
    subject: 'your account no longer asks for a code',
    happened: (name) =>
      `Your account at ${name} no longer asks for the code of an authenticator app. Your password alone is enough to log in.`,
  },
  'deletion-asked': {
    subject: 'your application is being deleted',
    happened: (name) =>
      `Your application and your account at ${name} are being deleted, because someone who was logged in and knew the password asked for it. Nobody can log in anymore, and within an hour your answers and files are gone. This cannot be undone. You can sign up again with this address. ${whatRemains}`,
    hasNoLink: true,
  },
  'new-browser': {
    subject: 'new log-in to your account',
    happened: (name) =>
      `Someone (maybe you) logged in to your account at ${name} from a browser that we don't recognize.`,
  },
};

/** A plain-text mail about one notice. */
export function noticeMail({ kind, username, host, at, browser }: Notice) {
  const { name, timeZone, helpEmail } = partner();
  const { subject, happened, hasNoLink } = texts[kind];
  const newPassword = `choose a new password now: ${siteUrl(host, '/forgot')}. This also logs out everybody who uses your account. If it doesn't work, write to ${helpEmail}.`;
  return {
    to: username,
    subject: `${name}: ${subject}`,
    text: [
      happened(name),
      `When: ${formatTime(at, timeZone)} (${formatTime(at, 'UTC')})\nBrowser: ${browser}`,
      'If this was you, you can ignore this email.',
      `If this wasn't you, ${hasNoLink ? `write to ${helpEmail} now.` : newPassword}`,
    ].join('\n\n'),
  };
}

/** For each account and kind of notice, so that one kind cannot be used to keep another from being mailed. */
const limitOf = (kind: Notice['kind']): RateLimit => ({ name: `notices-${kind}`, most: 5, window: 86_400 });

/** Milliseconds for which the call that a notice is about may wait for SES. */
const longestWait = 1_000;

export const logNotMailed = (error: unknown) =>
  log({ level: 'error', event: 'security-notice', error: describeError(error) });

/** Mails a notice. What cannot be mailed at once is mailed by the clock; what it is about never fails because of it. */
export async function mailNotice(about: Omit<Notice, 'at'>): Promise<void> {
  const notice = { ...about, at: new Date(now()).toISOString() };
  try {
    if (!(await isWithin(limitOf(notice.kind), notice.username))) return;
    const { sendMail } = await import('../aws/ses.ts');
    await sendMail({ ...noticeMail(notice), timeout: longestWait });
  } catch (error) {
    logNotMailed(error);
    await oweNotice(notice).catch(logNotMailed);
  }
}

/** Whether an account was confirmed within a day or so. */
async function isJustConfirmed(sub: ApplicantId): Promise<boolean> {
  return (await readSignUps(sub)).outcome !== undefined;
}

interface NewBrowser extends Omit<Notice, 'kind' | 'at'> {
  readonly sub: ApplicantId;
  /** Whether the account has no other known browser. */
  readonly isOnly: boolean;
}

/** Mails that an unknown browser logged in. The first log-in after sign-up is no news. */
export async function mailNewBrowser({ sub, isOnly, ...about }: NewBrowser): Promise<void> {
  const isFirst = isOnly && (await isJustConfirmed(sub).catch(() => false));
  if (!isFirst) await mailNotice({ ...about, kind: 'new-browser' });
}
