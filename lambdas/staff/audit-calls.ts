import * as z from 'zod/mini';
import type { staffAudit } from '../../shared/api/console.ts';
import type { AuditLogEntry } from '../../shared/api/console-replies.ts';
import type { Handlers } from '../http/request.ts';
import { readNewestEntries, recordForOperators } from '../table/audit-log.ts';
import type { AuditItem } from '../table/items.ts';
import { keys } from '../table/keys.ts';
import { cursorOf, readCursor } from './list.ts';

export const auditCalls: Handlers<typeof staffAudit> = {
  async getAuditLog({ caller, query: { after } }) {
    await recordForOperators('audit-log-read', caller.operator, ['operators']);
    return { body: await newestEntries(keys.operatorLog, after) };
  },

  async exportAuditLog({ caller, query: { after } }) {
    await recordForOperators('audit-log-exported', caller.operator, ['operators']);
    return { body: await newestEntries(keys.operatorLog, after) };
  },
};

/** The time in an entry's sort key. */
export const timeOfEntry = (sk: string): string => /\d{4}-\d\d-\d\dT[\d:.]+Z/.exec(sk)?.[0] ?? '';

/** An entry for the console. A staff link is used by its issuer. */
const entryReply = ({ sk, event, keys: names, by, issuer, purpose }: AuditItem): AuditLogEntry => ({
  ...{ at: timeOfEntry(sk), event, names, purpose },
  by: by ?? issuer ?? '',
});

const entryCursor = z.strictObject({ entry: z.string().check(z.regex(/^\d{4}-[\w:.#-]{1,100}$/)) });

/** A page of one partition of the audit log, newest first. */
export async function newestEntries(partition: string, after: string | undefined) {
  const { entries, next } = await readNewestEntries(
    partition,
    after === undefined ? undefined : readCursor(entryCursor, after).entry,
  );
  return { entries: entries.map(entryReply), next: next && cursorOf({ entry: next }) };
}
