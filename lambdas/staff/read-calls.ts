import type { staffRead } from '../../shared/api/console.ts';
import { audienceOf } from '../../shared/api/staff-roles.ts';
import type { Handlers } from '../http/request.ts';
import { ApiError } from '../runtime/errors.ts';
import { type ApplicantId, applicantId } from '../runtime/ids.ts';
import { type ApplicationRecord, readApplication } from '../table/application.ts';
import { recordEvent } from '../table/audit-log.ts';
import type { StaffMember } from '../table/staff-sessions.ts';
import { markRead, markUnread } from './read-marks.ts';
import { applicationResponse, documentResponse, pdfResponse } from './view.ts';

type Params = Readonly<Record<string, string>>;

/** The application that a call names. The console has no drafts, and none that is being deleted. */
async function submittedIn({ applicant = '' }: Params): Promise<[ApplicantId, ApplicationRecord]> {
  const sub = applicantId.parse(applicant);
  const stored = await readApplication(sub);
  if (stored.submission === undefined || stored.erasedAt !== undefined)
    throw new ApiError('notFound', 'There is no such application.');
  return [sub, stored];
}

const recordFile =
  (sub: ApplicantId, { operator }: StaffMember, name: string) =>
  () =>
    recordEvent(sub, 'application-read', { ...operator, names: [name] });

export const readCalls: Handlers<typeof staffRead> = {
  async getAnswers({ caller, params }) {
    const [sub, stored] = await submittedIn(params);
    await markRead(sub, caller);
    return applicationResponse(stored, audienceOf(caller.roles));
  },

  async getPdf({ caller, params }) {
    const [sub] = await submittedIn(params);
    return pdfResponse(sub, audienceOf(caller.roles), recordFile(sub, caller, 'application-pdf'));
  },

  async viewDocument({ caller, params }) {
    const [sub, stored] = await submittedIn(params);
    const { answer_key: key } = params;
    return documentResponse(stored, audienceOf(caller.roles), key, recordFile(sub, caller, key));
  },

  async markUnread({ caller, params }) {
    const [sub] = await submittedIn(params);
    await markUnread(sub, caller);
    return { body: { message: '' } };
  },
};
