import { type CommandOf, operatorCommand } from '../../shared/api/operator.ts';
import { normalizeUsername } from '../../shared/rules/account.ts';
import { accountOf } from '../aws/cognito.ts';
import { listWork } from '../delivery/pending-work.ts';
import { operatorCommands } from '../http/operator-commands.ts';
import { timeOfEntry } from '../staff/audit-replies.ts';
import { applicantNamed, findByName, listApplications, summaryOf } from '../staff/find-applications.ts';
import {
  auditLogOf,
  type Operator,
  operatorAuditLog,
  recordEvent,
  recordForOperators,
} from '../table/audit-log.ts';
import type { AuditItem } from '../table/items.ts';
import { readAuditLog } from '../table/read-audit-log.ts';

type Command = CommandOf<'read'>;
type CommandNamed<Name extends Command['command']> = Extract<Command, { readonly command: Name }>;

/**
 * Returns the partitions of the requested audit entries, and records this read for each page. An applicant's
 * reads are recorded in the applicant's own log.
 */
async function partitionsOf(operator: Operator, { user }: CommandNamed<'read-audit-log'>) {
  const username = user === undefined ? undefined : normalizeUsername(user);
  const account = username === undefined ? undefined : await accountOf(username);
  const sub = account === undefined || account.state === 'none' ? undefined : account.sub;
  await (sub === undefined
    ? recordForOperators('audit-log-read', operator, [
        username === undefined ? 'operators' : 'former-address',
      ])
    : recordEvent(sub, 'audit-log-read', operator));
  return username === undefined ? [operatorAuditLog] : auditLogOf(username, sub);
}

const entryReply = ({ sk, keys: names, ...rest }: AuditItem) => ({
  at: timeOfEntry(sk),
  names,
  ...rest,
});

async function showAuditLog(operator: Operator, command: CommandNamed<'read-audit-log'>) {
  const { entries, next } = await readAuditLog(await partitionsOf(operator, command), command.after ?? '');
  return { entries: entries.map(entryReply), next };
}

const filterName = ({ missing }: { readonly missing?: string | undefined }): readonly string[] =>
  missing === undefined ? [] : [`missing=${missing}`];

/** Lists applications. Each page is recorded with the query, but the names that it finds are not. */
async function list(operator: Operator, command: CommandNamed<'list-applications'>) {
  const { status, since, until } = command;
  await recordForOperators('applications-listed', operator, [status, since, until, ...filterName(command)]);
  return listApplications(command);
}

async function listByName(operator: Operator, command: CommandNamed<'find-by-name'>) {
  await recordForOperators('applications-listed', operator, ['name', ...filterName(command)]);
  return findByName(command);
}

async function show(operator: Operator, command: CommandNamed<'show-application'>) {
  const sub = await applicantNamed(command);
  await recordEvent(sub, 'application-shown', operator);
  return summaryOf(sub);
}

/** Lists pending work, and records this because it contains applicants' addresses. */
async function showWork(operator: Operator) {
  await recordForOperators('work-listed', operator);
  return listWork();
}

function run(operator: Operator, command: Command): Promise<object> {
  switch (command.command) {
    case 'read-audit-log':
      return showAuditLog(operator, command);
    case 'list-applications':
      return list(operator, command);
    case 'find-by-name':
      return listByName(operator, command);
    case 'show-application':
      return show(operator, command);
    case 'list-work':
      return showWork(operator);
  }
}

/** Read-only commands of operators: lists of applications and pending work, the audit log. */
export const handler = operatorCommands(operatorCommand('read'), run);
