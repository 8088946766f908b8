import { type CommandOf, operatorCommand } from '../../shared/api/operator.ts';
import { normalizeUsername } from '../../shared/rules/account.ts';
import { accountOf } from '../aws/cognito.ts';
import { noSuchApplicant, operatorCommands } from '../http/operator-commands.ts';
import { signToken } from '../http/signed-token.ts';
import { now, seconds } from '../runtime/clock.ts';
import { ApiError } from '../runtime/errors.ts';
import type { Operator } from '../table/audit-log.ts';
import { revokeToken, storeToken } from '../table/staff-tokens.ts';

type Command = CommandOf<'link'>;
type CommandNamed<Name extends Command['command']> = Extract<Command, { readonly command: Name }>;

async function issueToken(
  operator: Operator,
  { user, seconds: lifetime, purpose, audience = 'reader' }: CommandNamed<'issue-token'>,
) {
  const account = await accountOf(normalizeUsername(user));
  if (account.state !== 'confirmed') throw noSuchApplicant();
  const { sub } = account;
  const iat = seconds(now());
  const ends = (iat + lifetime) * 1000;
  const jti = await storeToken(sub, { ends, purpose, audience }, operator);
  const token = await signToken({ sub, jti, iat, exp: iat + lifetime });
  return { token, jti, ends: new Date(ends).toISOString() };
}

async function revoke(operator: Operator, { jti }: CommandNamed<'revoke-token'>) {
  if (!(await revokeToken(jti, operator)))
    throw new ApiError(
      'notFound',
      'There is no staff link with this ID. Check the ID that was printed with the link.',
    );
  return {};
}

const run = (operator: Operator, command: Command): Promise<object> =>
  command.command === 'issue-token' ? issueToken(operator, command) : revoke(operator, command);

/** Operators issue and revoke links with which staff read one application. */
export const handler = operatorCommands(operatorCommand('link'), run);
