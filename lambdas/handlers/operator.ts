import { type OperatorCommand, operatorCommand } from '../../shared/api/operator.ts';
import { normalizeUsername } from '../../shared/rules/account.ts';
import { createDeviceLink } from '../application/device-link.ts';
import { signToken } from '../application/service-token.ts';
import { accountOf } from '../aws/cognito.ts';
import { now, seconds } from '../runtime/clock.ts';
import { ApiError } from '../runtime/errors.ts';
import { log } from '../runtime/log.ts';
import { revokeToken, storeToken } from '../store/service-tokens.ts';
import { endSessionsByOperator } from '../store/sessions.ts';

type CommandOf<Name extends OperatorCommand['command']> = Extract<
  OperatorCommand,
  { readonly command: Name }
>;

const noSuchApplicant = () => new ApiError('notFound', 'No applicant has this address.');

async function issueToken({ user, seconds: lifetime }: CommandOf<'issue-token'>) {
  const account = await accountOf(normalizeUsername(user));
  if (account.state !== 'confirmed') throw noSuchApplicant();
  const { sub } = account;
  const iat = seconds(now());
  const ends = (iat + lifetime) * 1000;
  const jti = await storeToken(sub, ends);
  const token = await signToken({ sub, jti, iat, exp: iat + lifetime });
  return { token, jti, ends: new Date(ends).toISOString() };
}

async function revoke({ jti }: CommandOf<'revoke-token'>) {
  if (!(await revokeToken(jti))) throw new ApiError('notFound', 'There is no token of this id.');
  return {};
}

async function endSessions({ user }: CommandOf<'end-sessions'>) {
  const account = await accountOf(normalizeUsername(user));
  if (account.state === 'none') throw noSuchApplicant();
  return { ended: await endSessionsByOperator(account.sub) };
}

function run(command: OperatorCommand): Promise<object> {
  switch (command.command) {
    case 'issue-token':
      return issueToken(command);
    case 'revoke-token':
      return revoke(command);
    case 'keep-answers':
      return createDeviceLink(command.answer);
    case 'end-sessions':
      return endSessions(command);
  }
}

/**
 * Runs an operator's command. No route leads here: only principals with AWS permission can call it. A command that
 * cannot be carried out returns the reason as `refused`.
 */
export async function handler(event: unknown): Promise<object> {
  const { data: command, error } = operatorCommand.safeParse(event);
  if (error) return { refused: error.issues[0]?.message ?? 'The command could not be understood.' };
  log({ level: 'info', event: command.command });
  try {
    return await run(command);
  } catch (failure) {
    if (failure instanceof ApiError) return { refused: failure.message };
    throw failure;
  }
}
