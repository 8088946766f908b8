import { formatTime } from '../../shared/rules/format-time.ts';
import { partner } from '../runtime/partner.ts';
import type { ErasureNotice } from '../store/items.ts';

// What applicants are told whose application was deleted (docs/endings.md).

/** What a deletion leaves, for the mails about it. */
export const whatRemains =
  'What remains for a while: a record that this was done and when, without your name, address or answers, and locked backups that nobody can change. They end by themselves.';

/** The mail after the office deleted an application, or after a deletion that came too late. */
export function erasureMail({ kind, username, at }: ErasureNotice) {
  const { name, timeZone, helpEmail } = partner();
  if (kind === 'deletion-refused')
    return {
      to: username,
      subject: `${name}: your application was not deleted`,
      text: [
        `You asked to delete your application to ${name}, but it was submitted before it was deleted. It stays as you submitted it, and you can log in again.`,
        `To have it deleted, write to ${helpEmail}.`,
      ].join('\n\n'),
    };
  return {
    to: username,
    subject: `${name}: your application was deleted`,
    text: [
      `Our office deleted your application and your account at ${name}: every answer, every file and, if you had submitted it, what you submitted. This cannot be undone.`,
      `When: ${formatTime(at, timeZone)} (${formatTime(at, 'UTC')})`,
      whatRemains,
      `If our office already has a copy of a submitted application in its own records, this email is not about that copy. To ask about it, or if you didn't expect this, write to ${helpEmail}.`,
      'You can sign up again with this address.',
    ].join('\n\n'),
  };
}
