import { formatTime } from '../../shared/rules/format-time.ts';
import { partner } from '../runtime/partner.ts';
import type { ErasureNotice } from '../store/items.ts';

// Mails to applicants about deletions of their application (docs/data-retention.md).

/** Sentence about data that remains after a deletion, for the mails about it. */
export const whatRemains =
  'For a while we keep a record that this happened (no name, no address, no answers) and locked backups that expire on their own.';

/** The mail after the office deleted an application. */
export function erasureMail({ username, at }: ErasureNotice) {
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
