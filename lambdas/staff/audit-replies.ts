import type { AuditLogEntry } from '../../shared/api/console-replies.ts';
import type { AuditItem } from '../table/items.ts';
import { readNewestEntries } from '../table/read-audit-log.ts';
import { entryCursorOf, entryOf } from './list.ts';

/** The time in an entry's sort key. */
export const timeOfEntry = (sk: string): string => /\d{4}-\d\d-\d\dT[\d:.]+Z/.exec(sk)?.[0] ?? '';

/** An entry for the console. A staff link is used by its issuer. */
const entryReply = ({ sk, event, keys: names, by, issuer, purpose }: AuditItem): AuditLogEntry => ({
  ...{ at: timeOfEntry(sk), event, names, purpose },
  by: by ?? issuer ?? '',
});

/** A page of one partition of the audit log, newest first. */
export async function newestEntries(partition: string, after: string | undefined) {
  const { entries, next } = await readNewestEntries(partition, entryOf(after));
  return { entries: entries.map(entryReply), next: next && entryCursorOf(next) };
}
