import { operatorCommand } from '../../shared/api/operator.ts';
import { normalizeUsername } from '../../shared/rules/account.ts';
import { accountOf } from '../aws/cognito.ts';
import { operatorCommands } from '../http/operator-commands.ts';
import { timeOfEntry } from '../staff/audit-calls.ts';
import { applicantNamed, findByName, listApplications, summaryOf } from '../staff/find-applications.ts';
import {
  auditLogOf,
  type Operator,
  readAuditLog,
  recordEvent,
  recordForOperators,
} from '../table/audit-log.ts';
import type { AuditItem } from '../table/items.ts';
import { keys } from '../table/keys.ts';
import { listWork } from '../table/outbox.ts';

/**
 * Returns the partitions of the requested audit entries, and records this read for each page. An applicant's
 * reads are recorded in the applicant's own log.
 */
async function partitionsOf(operator: Operator, user: string | undefined) {
  const username = user === undefined ? undefined : normalizeUsername(user);
  const account = username === undefined ? undefined : await accountOf(username);
  const sub = account === undefined || account.state === 'none' ? undefined : account.sub;
  await (sub === undefined
    ? recordForOperators('audit-log-read', operator, [
        username === undefined ? 'operators' : 'former-address',
      ])
    : recordEvent(sub, 'audit-log-read', operator));
  return username === undefined ? [keys.operatorLog] : auditLogOf(username, sub);
}

const entryReply = ({ sk, keys: names, ...rest }: AuditItem) => ({
  at: timeOfEntry(sk),
  names,
  ...rest,
});

const filterName = ({ missing }: { readonly missing?: string | undefined }): readonly string[] =>
  missing === undefined ? [] : [`missing=${missing}`];

/** Read-only commands of operators: lists of applications and pending work, the audit log. */
export const handler = operatorCommands(operatorCommand('read'), {
  async 'read-audit-log'(operator, { user, after = '' }) {
    const { entries, next } = await readAuditLog(await partitionsOf(operator, user), after);
    return { entries: entries.map(entryReply), next };
  },

  /** Each page is recorded with the query, but the names that it finds are not. */
  async 'list-applications'(operator, command) {
    const { status, since, until } = command;
    const names = [status, since, until, ...filterName(command)];
    await recordForOperators('applications-listed', operator, names);
    return listApplications(command);
  },

  async 'find-by-name'(operator, command) {
    await recordForOperators('applications-listed', operator, ['name', ...filterName(command)]);
    return findByName(command);
  },

  async 'show-application'(operator, command) {
    const sub = await applicantNamed(command);
    await recordEvent(sub, 'application-shown', operator);
    return summaryOf(sub);
  },

  /** Recorded, because pending work contains applicants' addresses. */
  async 'list-work'(operator) {
    await recordForOperators('work-listed', operator);
    return listWork();
  },
});
