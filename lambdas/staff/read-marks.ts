import { now } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { auditEntry } from '../table/audit-log.ts';
import { keys } from '../table/keys.ts';
import { readItems } from '../table/retry.ts';
import type { StaffMember } from '../table/staff-sessions.ts';
import { transact, writes } from '../table/table.ts';
import { hashOf } from '../table/tokens.ts';
import { applicantAt } from './list-rows.ts';

/** The person's id as it is stored with applications. */
export const memberHash = ({ subject }: Pick<StaffMember, 'subject'>): string => hashOf(subject);

const marksOf = (sub: ApplicantId, hash: string) => [
  keys.readMark(sub, hash),
  keys.readMarkOfReader(hash, sub),
];

/** Records that a person reads an application, and marks it as read, in one transaction. */
export async function markRead(sub: ApplicantId, member: StaffMember): Promise<void> {
  const hash = memberHash(member);
  const at = new Date(now()).toISOString();
  await transact([
    ...marksOf(sub, hash).map((key) => writes.put({ ...key, at })),
    await auditEntry(sub, 'application-read', { names: ['answers'], ...member.operator }),
  ]);
}

/** Removes the person's mark, and records it. */
export async function markUnread(sub: ApplicantId, member: StaffMember): Promise<void> {
  await transact([
    ...marksOf(sub, memberHash(member)).map((key) => writes.del(key)),
    await auditEntry(sub, 'marked-unread', member.operator),
  ]);
}

/** Finds out which applications at these places of the list a person has read. */
export async function readMarksOf(
  member: string,
  places: readonly string[],
): Promise<(place: string) => boolean> {
  const markAt = (place: string) => keys.readMark(applicantAt(place), member);
  const found = new Set((await readItems(places.map(markAt))).map(({ pk }) => pk));
  return (place) => found.has(markAt(place).pk);
}
