import { type CommandOf, operatorCommand } from '../../shared/api/operator.ts';
import { normalizeUsername } from '../../shared/rules/account.ts';
import { accountOf } from '../aws/cognito.ts';
import { ApiError } from '../runtime/errors.ts';
import { type Operator, recordForOperators } from '../store/audit-log.ts';
import { revokeAllSessions } from '../store/session-changes.ts';
import { createDeviceLink } from '../use-cases/device-link.ts';
import { noSuchApplicant, operatorCommands } from '../use-cases/operator-commands.ts';
import { removeSecondFactor } from '../use-cases/second-factor.ts';

type Command = CommandOf<'change'>;
type CommandNamed<Name extends Command['command']> = Extract<Command, { readonly command: Name }>;

async function revokeSessions(operator: Operator, { user }: CommandNamed<'end-sessions'>) {
  const username = normalizeUsername(user);
  const account = await accountOf(username);
  if (account.state === 'none') throw noSuchApplicant();
  return { ended: await revokeAllSessions({ sub: account.sub, username }, 'operator', { operator }) };
}

async function endSecondFactor(operator: Operator, { user, purpose }: CommandNamed<'remove-second-factor'>) {
  const username = normalizeUsername(user);
  const account = await accountOf(username);
  if (account.state === 'none') throw noSuchApplicant();
  if (!account.hasSecondFactor) throw new ApiError('conflict', 'Two-step login is off for this account.');
  return { mailed: await removeSecondFactor({ sub: account.sub, username }, operator, purpose) };
}

async function keepAnswers(operator: Operator, { answer }: CommandNamed<'keep-answers'>) {
  await recordForOperators('device-link', operator);
  return createDeviceLink(answer);
}

/** The form and the partner's steps load with the first list of checklist items. */
async function tickOff(operator: Operator, command: CommandNamed<'receive-items'>) {
  const { recordItems } = await import('../use-cases/checklist.ts');
  return { rows: await recordItems(operator, command) };
}

function run(operator: Operator, command: Command): Promise<object> {
  switch (command.command) {
    case 'keep-answers':
      return keepAnswers(operator, command);
    case 'end-sessions':
      return revokeSessions(operator, command);
    case 'remove-second-factor':
      return endSecondFactor(operator, command);
    case 'receive-items':
      return tickOff(operator, command);
  }
}

/**
 * Operators change accounts and applications: sessions, second factors, checklist items that arrived,
 * prefilled forms.
 */
export const handler = operatorCommands(operatorCommand('change'), run);
