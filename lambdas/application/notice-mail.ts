import { formatTime } from '../../shared/rules/format-time.ts';
import { partner } from '../runtime/partner.ts';
import { siteUrl } from '../runtime/site-url.ts';
import type { Notice } from '../store/notices.ts';
import { whatRemains } from './erasure-mail.ts';

// What security notices say (docs/decisions/070-account-and-security.md).

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
