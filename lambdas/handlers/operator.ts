import { type OperatorCommand, operatorCommand } from '../../shared/api/operator.ts';
import { normalizeUsername } from '../../shared/rules/account.ts';
import { keepAnswers } from '../application/device-link.ts';
import { signToken } from '../application/service-token.ts';
import { accountOf } from '../aws/cognito.ts';
import { now, seconds } from '../runtime/clock.ts';
import { ApiError } from '../runtime/errors.ts';
import { log } from '../runtime/log.ts';
import { noteToken, revokeToken } from '../store/service-tokens.ts';
import { endSessionsByOperator } from '../store/sessions.ts';

type Commands = {
  readonly [Name in OperatorCommand['command']]: (
    asked: Extract<OperatorCommand, { readonly command: Name }>,
  ) => Promise<object>;
};

const commands: Commands = {
  async 'issue-token'({ user, seconds: lasting }) {
    const { state, sub } = await accountOf(normalizeUsername(user));
    if (state !== 'confirmed') throw new ApiError('notFound', 'No applicant has this address.');
    const iat = seconds(now());
    const ends = (iat + lasting) * 1000;
    const jti = await noteToken(sub, ends);
    const token = await signToken({ sub, jti, iat, exp: iat + lasting });
    return { token, jti, ends: new Date(ends).toISOString() };
  },

  async 'revoke-token'({ jti }) {
    if (!(await revokeToken(jti))) throw new ApiError('notFound', 'There is no token of this id.');
    return {};
  },

  'keep-answers': ({ answer }) => keepAnswers(answer),

  async 'end-sessions'({ user }) {
    const { state, sub } = await accountOf(normalizeUsername(user));
    if (state === 'none') throw new ApiError('notFound', 'No applicant has this address.');
    return { ended: await endSessionsByOperator(sub) };
  },
};

/**
 * Does what an operator asks. Nothing on the web leads here: whoever calls it has AWS's permission to. What cannot be
 * done comes back in words.
 */
export async function handler(event: unknown): Promise<object> {
  const asked = operatorCommand.safeParse(event);
  if (!asked.success)
    return { refused: asked.error.issues[0]?.message ?? 'The command could not be understood.' };
  const command = commands[asked.data.command] as (asked: OperatorCommand) => Promise<object>;
  log({ level: 'info', event: asked.data.command });
  try {
    return await command(asked.data);
  } catch (error) {
    if (error instanceof ApiError) return { refused: error.message };
    throw error;
  }
}
