import { type CommandOf, operatorCommand } from '../../shared/api/operator.ts';
import { normalizeUsername } from '../../shared/rules/account.ts';
import { accountOf } from '../aws/cognito.ts';
import { noSuchApplicant, operatorCommands } from '../http/operator-commands.ts';
import type { Operator } from '../table/audit-log.ts';
import { revokeAllSessions } from '../table/session-changes.ts';
import { endStaffSessionsOf } from '../table/staff-sessions.ts';

type Command = CommandOf<'change'>;
type CommandNamed<Name extends Command['command']> = Extract<Command, { readonly command: Name }>;

async function revokeSessions(operator: Operator, { user }: CommandNamed<'end-sessions'>) {
  const username = normalizeUsername(user);
  const account = await accountOf(username);
  if (account.state === 'none') throw noSuchApplicant();
  return { ended: await revokeAllSessions({ sub: account.sub, username }, 'operator', { operator }) };
}

async function endStaffSessions(operator: Operator, { staff }: CommandNamed<'end-staff-sessions'>) {
  await endStaffSessionsOf(staff, operator);
  return {};
}

/** The form and the partner's steps load with the first list of checklist items. */
async function tickOff(operator: Operator, command: CommandNamed<'receive-items'>) {
  const { recordItems } = await import('../staff/checklist-calls.ts');
  return { rows: await recordItems(operator, command) };
}

function run(operator: Operator, command: Command): Promise<object> {
  switch (command.command) {
    case 'end-sessions':
      return revokeSessions(operator, command);
    case 'end-staff-sessions':
      return endStaffSessions(operator, command);
    case 'receive-items':
      return tickOff(operator, command);
  }
}

/** Operators change accounts and applications: sessions, checklist items that arrived. */
export const handler = operatorCommands(operatorCommand('change'), run);
