import { formatTime } from '../../shared/rules/format-time.ts';
import { partner } from '../runtime/partner.ts';
import { siteUrl } from '../runtime/site-url.ts';
import type { WithdrawalNotice } from '../store/items.ts';

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
export function withdrawalMail(notice: WithdrawalNotice) {
  const { kind, username, confirmation, at } = notice;
  const times = `${formatTime(at, partner().timeZone)} (${formatTime(at, 'UTC')})`;
  const when = `Confirmation number: ${confirmation}\nWhen: ${times}`;
  const { subject, text } = (kind === 'withdrawn' ? withdrawnMail : reinstatedMail)(notice, when);
  return { to: username, subject, text: text.join('\n\n') };
}
