import { randomBytes } from 'node:crypto';
import type { staffNotes } from '../../shared/api/console.ts';
import type { Handlers } from '../http/request.ts';
import { now } from '../runtime/clock.ts';
import { ApiError } from '../runtime/errors.ts';
import { type ApplicantId, applicantId } from '../runtime/ids.ts';
import { auditEntry, recordEvent } from '../table/audit-log.ts';
import * as items from '../table/items.ts';
import { keys } from '../table/keys.ts';
import type { StaffMember } from '../table/staff-sessions.ts';
import { queryAll, readItem, transact, writes } from '../table/table.ts';
import { newestEntries } from './audit-calls.ts';
import { listedTimeOf } from './list-rows.ts';
import { memberHash } from './read-marks.ts';

/** The applicant of a submitted application. No call of this function reads the application itself. */
async function applicantIn({ applicant = '' }: Readonly<Record<string, string>>): Promise<ApplicantId> {
  const sub = applicantId.parse(applicant);
  if ((await listedTimeOf(sub)) === undefined)
    throw new ApiError('notFound', 'There is no such application.');
  return sub;
}

// Private notes of the staff. Applicants never see them, not in their own data either.

const maxNotes = 200;

/** The id of a note in calls: its sort key, which has characters that a path must not have. */
const idOf = (sk: string): string => Buffer.from(sk).toString('base64url');
const sortKeyOf = (id: string): string => Buffer.from(id, 'base64url').toString();

const missing = () => new ApiError('notFound', 'There is no such note. It may have been deleted.');

/** The notes about an application, newest first. */
async function notesReply(sub: ApplicantId, caller: StaffMember) {
  const found = await queryAll(keys.notes(sub), { isNewestFirst: true });
  const notes = found.map((item) => {
    const { sk, by, author, text } = items.note.parse(item);
    const at = sk.slice(0, sk.indexOf('#'));
    return { id: idOf(sk), at, by, text, is_own: author === memberHash(caller) };
  });
  return { body: { notes } };
}

export const noteCalls: Handlers<typeof staffNotes> = {
  async listNotes({ caller, params }) {
    const sub = await applicantIn(params);
    await recordEvent(sub, 'notes-read', caller.operator);
    return notesReply(sub, caller);
  },

  /** Adds a note in one transaction with its audit event, which does not have the text. */
  async addNote({ caller, params, body: { text } }) {
    const sub = await applicantIn(params);
    if ((await queryAll(keys.notes(sub))).length >= maxNotes)
      throw new ApiError('conflict', `An application has at most ${maxNotes} notes. Delete one first.`);
    const sk = `${new Date(now()).toISOString()}#${randomBytes(6).toString('base64url')}`;
    const note = { pk: keys.notes(sub), sk, by: caller.name, author: memberHash(caller), text };
    const entry = await auditEntry(sub, 'note-added', { names: [idOf(sk)], ...caller.operator });
    await transact([writes.put(note), entry]);
    return notesReply(sub, caller);
  },

  /** Deletes a person's own note. */
  async deleteNote({ caller, params }) {
    const sub = await applicantIn(params);
    const sk = sortKeyOf(params.note);
    if (sk === '') throw missing();
    const key = { pk: keys.notes(sub), sk };
    const note = await readItem(key, items.note);
    if (note === undefined) throw missing();
    if (note.author !== memberHash(caller))
      throw new ApiError('forbidden', 'Only the author can delete a note.');
    const entry = await auditEntry(sub, 'note-deleted', { names: [params.note], ...caller.operator });
    await transact([writes.del(key), entry]);
    return notesReply(sub, caller);
  },

  async getHistory({ caller, params, query: { after } }) {
    const sub = await applicantIn(params);
    await recordEvent(sub, 'audit-log-read', caller.operator);
    return { body: await newestEntries(keys.log(sub), after) };
  },
};
