import type { staffNotes } from '../../shared/api/console.ts';
import type { Handlers } from '../http/request.ts';
import { ApiError } from '../runtime/errors.ts';
import { type ApplicantId, applicantId } from '../runtime/ids.ts';
import { auditLogPartition, recordEvent } from '../store/audit-log.ts';
import { listedTimeOf } from '../store/list-rows.ts';
import { addNote, deleteNote, readNotes } from '../store/notes.ts';
import type { StaffMember } from '../store/staff-sessions.ts';
import { newestEntries } from '../use-cases/audit-replies.ts';

/** The applicant of a submitted application. No call of this function reads the application itself. */
async function applicantIn({ applicant = '' }: Readonly<Record<string, string>>): Promise<ApplicantId> {
  const sub = applicantId.parse(applicant);
  if ((await listedTimeOf(sub)) === undefined)
    throw new ApiError('notFound', 'There is no such application.');
  return sub;
}

const notesReply = async (sub: ApplicantId, caller: StaffMember) => ({
  body: {
    notes: (await readNotes(sub, caller)).map(({ isOwn, ...note }) => ({ ...note, is_own: isOwn })),
  },
});

export const noteCalls: Handlers<typeof staffNotes> = {
  async listNotes({ caller, params }) {
    const sub = await applicantIn(params);
    await recordEvent(sub, 'notes-read', caller.operator);
    return notesReply(sub, caller);
  },

  async addNote({ caller, params, body: { text } }) {
    const sub = await applicantIn(params);
    await addNote(sub, caller, text);
    return notesReply(sub, caller);
  },

  async deleteNote({ caller, params }) {
    const sub = await applicantIn(params);
    await deleteNote(sub, caller, params.note);
    return notesReply(sub, caller);
  },

  async getHistory({ caller, params, query: { after } }) {
    const sub = await applicantIn(params);
    await recordEvent(sub, 'audit-log-read', caller.operator);
    return { body: await newestEntries(auditLogPartition(sub), after) };
  },
};
