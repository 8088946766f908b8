import type { application } from '../../shared/api/application.ts';
import type { Handlers } from '../http/request.ts';
import { ApiError } from '../runtime/errors.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { readApplication } from '../store/application.ts';
import { recordEvent } from '../store/audit-log.ts';
import { saveReminders } from '../store/warnings.ts';
import { applicantOfLink } from '../use-cases/reminder-links.ts';

// The calls of a link in a mail about a deadline. The function of applications loads them with the first such
// call.

const messages = {
  ask: 'Do you want to turn off deadline emails?',
  off: 'Deadline emails are off.',
  wrongLink: 'This link doesn\'t work. Log in and turn off the emails under "Account and Security".',
} as const;

async function requireApplicant(token: string): Promise<ApplicantId> {
  const sub = await applicantOfLink(token);
  if (sub === undefined) throw new ApiError('invalid', messages.wrongLink);
  return sub;
}

export const unsubscribeCalls = {
  async askToUnsubscribe({ query }) {
    await requireApplicant(query.token);
    return { body: { message: messages.ask } };
  },

  async unsubscribe({ query }) {
    const sub = await requireApplicant(query.token);
    const { rev, erasedAt, wantsReminders } = await readApplication(sub);
    // A deleted application gets no mail, and nothing is written about it.
    if (rev > 0 && erasedAt === undefined && wantsReminders) {
      await saveReminders(sub, false);
      await recordEvent(sub, 'reminders-off');
    }
    return { body: { message: messages.off } };
  },
} satisfies Partial<Handlers<typeof application>>;
