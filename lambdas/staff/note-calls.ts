import { randomBytes } from 'node:crypto';
import type { staffNotes } from '../../shared/api/console.ts';
import type { Handlers } from '../http/request.ts';
import { now } from '../runtime/clock.ts';
import { ApiError } from '../runtime/errors.ts';
import { type ApplicantId, applicantId } from '../runtime/ids.ts';
import { auditEntry, auditLogPartition, recordEvent } from '../table/audit-log.ts';
import * as items from '../table/items.ts';
import { keys } from '../table/keys.ts';
import type { StaffMember } from '../table/staff-sessions.ts';
import { queryAll, readItem, transact, writes } from '../table/table.ts';
import { newestEntries } from './audit-replies.ts';
import { listedTimeOf } from './list-rows.ts';
import { memberHash } from './read-marks.ts';

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

// Private notes of the staff. Applicants never see them, not in their own data either.

const maxNotes = 200;

/** The id of a note in calls: its sort key, which has characters that a path must not have. */
const idOf = (sk: string): string => Buffer.from(sk).toString('base64url');
const sortKeyOf = (id: string): string => Buffer.from(id, 'base64url').toString();

const missing = () => new ApiError('notFound', 'There is no such note. It may have been deleted.');

interface Note {
  readonly id: string;
  readonly at: string;
  readonly by: string;
  readonly text: string;
  readonly isOwn: boolean;
}

/** The notes about an application, newest first. */
export async function readNotes(sub: ApplicantId, member: StaffMember): Promise<readonly Note[]> {
  const found = (await queryAll(keys.notes(sub), { isNewestFirst: true })).map((item) =>
    items.note.parse(item),
  );
  return found.map(({ sk, by, author, text }) => ({
    ...{ id: idOf(sk), at: sk.slice(0, sk.indexOf('#')), by, text },
    isOwn: author === memberHash(member),
  }));
}

/** Adds a note in one transaction with its audit event, which does not have the text. */
export async function addNote(sub: ApplicantId, member: StaffMember, text: string): Promise<void> {
  if ((await readNotes(sub, member)).length >= maxNotes)
    throw new ApiError('conflict', `An application has at most ${maxNotes} notes. Delete one first.`);
  const sk = `${new Date(now()).toISOString()}#${randomBytes(6).toString('base64url')}`;
  const note = { pk: keys.notes(sub), sk, by: member.name, author: memberHash(member), text };
  const entry = await auditEntry(sub, 'note-added', { names: [idOf(sk)], ...member.operator });
  await transact([writes.put(note), entry]);
}

/** Deletes a person's own note. */
export async function deleteNote(sub: ApplicantId, member: StaffMember, id: string): Promise<void> {
  const sk = sortKeyOf(id);
  if (sk === '') throw missing();
  const key = { pk: keys.notes(sub), sk };
  const note = await readItem(key, items.note);
  if (note === undefined) throw missing();
  if (note.author !== memberHash(member))
    throw new ApiError('forbidden', 'Only the author can delete a note.');
  const entry = await auditEntry(sub, 'note-deleted', { names: [id], ...member.operator });
  await transact([writes.del(key), entry]);
}
