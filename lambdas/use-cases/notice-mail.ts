import { formatTime } from '../../shared/rules/format-time.ts';
import { partner } from '../runtime/partner.ts';
import { siteUrl } from '../runtime/site-url.ts';
import type { AnyNotice, Notice } from '../store/items.ts';
import { erasureMail, whatRemains } from './erasure-mail.ts';
import { withdrawalMail } from './withdrawal-mail.ts';

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
