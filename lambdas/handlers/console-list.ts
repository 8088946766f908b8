import { staffList as calls, type ListQuery, listPageSize } from '../../shared/api/console.ts';
import { signInAgainMessage } from '../../shared/api/messages.ts';
import { consolePage } from '../http/console-page.ts';
import { serve } from '../http/serve.ts';
import { ApiError } from '../runtime/errors.ts';
import { applicantId } from '../runtime/ids.ts';
import { recordEvent, recordForOperators } from '../store/audit-log.ts';
import { findStaffSessionByHash, type StaffMember } from '../store/staff-sessions.ts';
import { factsFor, filterNames, listForConsole } from '../use-cases/console-list.ts';
import { shownMember } from '../use-cases/shown-member.ts';

/** Each page is recorded with its filters, but the names that it finds are not. */
async function readList(query: ListQuery, caller: StaffMember) {
  await recordForOperators('applications-listed', caller.operator, filterNames(query));
  return listForConsole(query, listPageSize, caller);
}

export const handler = serve(calls, {
  async listApplications({ caller, query }) {
    return { body: await readList(query, caller) };
  },

  /** Only the tab knows how a person came to a later page, so such a page is empty and fetches the list. */
  async showList({ caller, query }) {
    if (query.after !== undefined)
      throw new ApiError('notFound', 'Only the first page of a list is rendered.');
    const [session, list] = await Promise.all([
      findStaffSessionByHash(caller.session),
      readList(query, caller),
    ]);
    if (session === undefined) throw new ApiError('unauthenticated', signInAgainMessage);
    return {
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: await consolePage(query, { member: shownMember(session), list }),
    };
  },

  async getFacts({ caller, params }) {
    const sub = applicantId.parse(params.applicant);
    const facts = await factsFor(sub, caller);
    await recordEvent(sub, 'application-shown', caller.operator);
    return { body: facts };
  },
});
