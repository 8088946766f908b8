import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { now } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { auditEntry } from './audit-log.ts';
import { keys } from './keys.ts';
import { hashOf } from './sessions.ts';
import type { StaffMember } from './staff-sessions.ts';
import { TableName, table } from './table.ts';

/** The person's id as it is stored with applications. */
export const memberHash = ({ subject }: Pick<StaffMember, 'subject'>): string => hashOf(subject);

/** Records that a person reads an application, and marks it as read, in one transaction. */
export async function markRead(sub: ApplicantId, member: StaffMember): Promise<void> {
  const hash = memberHash(member);
  const at = new Date(now()).toISOString();
  const marks = [keys.readMark(sub, hash), keys.readMarkOfReader(hash, sub)];
  const TransactItems = [
    ...marks.map((key) => ({ Put: { TableName, Item: { ...key, at } } })),
    await auditEntry(sub, 'application-read', { names: ['answers'], ...member.operator }),
  ];
  await table.send(new TransactWriteCommand({ TransactItems }));
}

export async function markUnread(sub: ApplicantId, member: StaffMember): Promise<void> {
  const hash = memberHash(member);
  const marks = [keys.readMark(sub, hash), keys.readMarkOfReader(hash, sub)];
  await table.send(
    new TransactWriteCommand({ TransactItems: marks.map((Key) => ({ Delete: { TableName, Key } })) }),
  );
}
