import { operatorCommand } from '../../shared/api/operator.ts';
import { normalizeUsername } from '../../shared/rules/account.ts';
import { accountOf } from '../aws/cognito.ts';
import { noSuchApplicant, operatorCommands } from '../http/operator-commands.ts';
import { signToken } from '../http/staff-token.ts';
import { now, seconds } from '../runtime/clock.ts';
import { ApiError } from '../runtime/errors.ts';
import { revokeToken, storeToken } from '../table/staff-tokens.ts';

/** Operators issue and revoke links with which staff read one application. */
export const handler = operatorCommands(operatorCommand('link'), {
  async 'issue-token'(operator, { user, seconds: lifetime, purpose, audience = 'reader' }) {
    const account = await accountOf(normalizeUsername(user));
    if (account.state !== 'confirmed') throw noSuchApplicant();
    const { sub } = account;
    const iat = seconds(now());
    const ends = (iat + lifetime) * 1000;
    const jti = await storeToken(sub, { ends, purpose, audience }, operator);
    const token = await signToken({ sub, jti, iat, exp: iat + lifetime });
    return { token, jti, ends: new Date(ends).toISOString() };
  },

  async 'revoke-token'(operator, { jti }) {
    if (!(await revokeToken(jti, operator)))
      throw new ApiError(
        'notFound',
        'There is no staff link with this ID. Check the ID that was printed with the link.',
      );
    return {};
  },
});
