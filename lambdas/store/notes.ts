import { randomBytes } from 'node:crypto';
import { now } from '../runtime/clock.ts';
import { ApiError } from '../runtime/errors.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { auditEntry } from './audit-log.ts';
import * as items from './items.ts';
import { keys } from './keys.ts';
import { memberHash } from './read-marks.ts';
import type { StaffMember } from './staff-sessions.ts';
import { queryAll, readItem, transact, writes } from './table.ts';

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
