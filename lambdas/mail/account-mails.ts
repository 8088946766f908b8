import { formatTime } from '../../shared/rules/format-time.ts';
import type { Account } from '../aws/cognito.ts';
import { siteUrl } from '../http/viewer.ts';
import { describeError, log } from '../runtime/log.ts';
import { partner } from '../runtime/partner.ts';
import { findErasure } from '../table/erasures.ts';
import type { AnyNotice, ErasureNotice, Notice, WithdrawalNotice } from '../table/items.ts';

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends a mail with a code or link. A failure is logged, and the response does not reveal it. */
export async function sendCodeMail(mail: Mail): Promise<void> {
  try {
    const { sendMail } = await import('../aws/ses.ts');
    await sendMail(mail);
    log({ level: 'info', event: 'code-mail.sent' });
  } catch (error) {
    log({ level: 'error', event: 'code-mail.failed', error: describeError(error) });
  }
}

const attempts = {
  signUp: {
    tried: (name: string) => `sign up at ${name} with this email address`,
    outcome: 'You already have an account.',
  },
  changeAddress: {
    tried: (name: string) => `use this email address for another account at ${name}`,
    outcome: 'You already have an account, so nothing was changed.',
  },
} as const;

interface Attempt {
  readonly attempt: keyof typeof attempts;
  readonly account: Account;
  /** The address of the account. */
  readonly username: string;
  readonly host: string;
}

const isBeingDeleted = async (account: Account) =>
  account.state !== 'none' && (await findErasure(account.sub)) !== undefined;

/** The mail to an account's owner after another use of its address. The account may be being deleted. */
export async function existingAccountMail({ attempt, account, username, host }: Attempt) {
  const { name } = partner();
  const { tried, outcome } = attempts[attempt];
  const [subject, state, ...links] = (await isBeingDeleted(account))
    ? [
        'your account is still being deleted',
        'Your account is still being deleted. Please try again in about ten minutes.',
      ]
    : [
        'you already have an account',
        outcome,
        `Log in: ${siteUrl(host, '/login')}`,
        `Forgot your password? ${siteUrl(host, '/forgot')}`,
      ];
  return {
    to: username,
    subject: `${name}: ${subject}`,
    text: [
      `Someone (maybe you) tried to ${tried(name)}. ${state}`,
      ...links,
      "If this wasn't you, you can ignore this email.",
    ].join('\n\n'),
  };
}

// Texts of the security notices.

interface Text {
  readonly subject: string;
  readonly happened: (name: string) => string;
  /** True if the reader cannot choose a new password with a link. */
  readonly hasNoLink?: true;
}

const texts: Readonly<Record<Notice['kind'], Text>> = {
  'password-changed': {
    subject: 'your password was changed',
    happened: (name) =>
      `The password for your account at ${name} was changed by someone who was logged in and knew the old password.`,
  },
  'password-reset': {
    subject: 'your password was changed',
    happened: (name) => `The password for your account at ${name} was changed with a link we emailed you.`,
  },
  'address-changed': {
    subject: 'your email address was changed',
    happened: (name) =>
      `Your account at ${name} now has a different email address. Use the new one to log in. We won't send anything else about your account to this address.`,
    hasNoLink: true,
  },
  'address-confirmed': {
    subject: 'your email address was changed',
    happened: (name) => `This is now the email address of your account at ${name}. Use it to log in.`,
  },
  'deletion-asked': {
    subject: 'your application is being deleted',
    happened: (name) =>
      `We're deleting your application and your account at ${name}. Someone who was logged in and knew your password asked us to. You can no longer log in, and your answers and files will be gone within an hour. This cannot be undone. You can sign up again with this address in about ten minutes. ${whatRemains}`,
    hasNoLink: true,
  },
  'new-browser': {
    subject: 'new login to your account',
    happened: (name) =>
      `There was a new login to your account at ${name} from a browser we don't recognize. Was this you?`,
  },
};

/** The mail about a pending notice of any kind. */
export function mailOf(notice: AnyNotice) {
  if ('confirmation' in notice) return withdrawalMail(notice);
  if ('browser' in notice) return securityMail(notice);
  return erasureMail(notice);
}

/** A plain-text mail about the security of an account. */
function securityMail({ kind, username, host, at, browser }: Notice) {
  const { name, timeZone, helpEmail } = partner();
  const { subject, happened, hasNoLink } = texts[kind];
  const newPassword = `choose a new password now: ${siteUrl(host, '/forgot')}. This also logs out everyone else. If it doesn't work, write to ${helpEmail}.`;
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

// Mails to applicants about the withdrawal of a submitted application.

function withdrawnMail({ host, browser = '' }: WithdrawalNotice, when: string) {
  const { name, helpEmail } = partner();
  return {
    subject: `${name}: you withdrew your application`,
    text: [
      `You withdrew your application to ${name}. The admissions office will stop working on it, and you won't get a decision.`,
      `${when}\nBrowser: ${browser}`,
      `You can still read what you submitted: ${siteUrl(host, '/completion')}`,
      `Changed your mind? Write to ${helpEmail}.`,
      `If this wasn't you, choose a new password now: ${siteUrl(host, '/forgot')}. Then write to ${helpEmail}.`,
    ],
  };
}

function reinstatedMail({ host }: WithdrawalNotice, when: string) {
  const { name, helpEmail } = partner();
  const page = host === '' ? 'Log in' : `Open ${siteUrl(host, '/completion')}`;
  return {
    subject: `${name}: your application is active again`,
    text: [
      `The admissions office reinstated your application to ${name}. It is no longer withdrawn, and nothing in it has changed.`,
      when,
      `${page} to see your next steps.`,
      `If you didn't ask for this, write to ${helpEmail}.`,
    ],
  };
}

/** A plain-text mail about a withdrawal, or about its end. */
function withdrawalMail(notice: WithdrawalNotice) {
  const { kind, username, confirmation, at } = notice;
  const times = `${formatTime(at, partner().timeZone)} (${formatTime(at, 'UTC')})`;
  const when = `Confirmation number: ${confirmation}\nWhen: ${times}`;
  const { subject, text } = (kind === 'withdrawn' ? withdrawnMail : reinstatedMail)(notice, when);
  return { to: username, subject, text: text.join('\n\n') };
}

// Mails to applicants about deletions of their application (docs/data-retention.md).

/** Sentence about data that remains after a deletion, for the mails about it. */
const whatRemains =
  'For a while we keep a record that this happened (no name, no address, no answers) and locked backups that expire on their own.';

/** The mail after the office deleted an application. */
function erasureMail({ username, at }: ErasureNotice) {
  const { name, timeZone, helpEmail } = partner();
  return {
    to: username,
    subject: `${name}: your application was deleted`,
    text: [
      `The admissions office deleted your application and your account at ${name}: all your answers, all your files and, if you had submitted, the submitted application. This cannot be undone.`,
      `When: ${formatTime(at, timeZone)} (${formatTime(at, 'UTC')})`,
      whatRemains,
      `The office may have its own copy of a submitted application. This email isn't about that copy. To ask about it, or if you didn't expect this email, write to ${helpEmail}.`,
      'You can sign up again with this address.',
    ].join('\n\n'),
  };
}
