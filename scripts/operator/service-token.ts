import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { issueTokenReply } from '../../shared/api/operator.ts';
import { tokenSeconds } from '../../shared/rules/limits.ts';
import { sayMoment } from '../command-line/moment.ts';
import { readOptions } from '../command-line/options.ts';
import { UsageError } from '../local-cloud/usage-error.ts';
import { invokeOperator } from './ask.ts';
import { type Target, type TargetOptions, targetOf, targetOptions } from './target.ts';

interface Options extends TargetOptions {
  readonly user?: string | undefined;
  readonly ttl: string;
  readonly purpose?: string | undefined;
  readonly revoke?: string | undefined;
}

const optionsIn = (args: readonly string[]): Options =>
  readOptions('service-token', () => {
    const { values } = parseArgs({
      args: [...args],
      options: {
        user: { type: 'string' },
        ttl: { type: 'string', default: `${tokenSeconds.default / 60}m` },
        purpose: { type: 'string' },
        revoke: { type: 'string' },
        ...targetOptions,
      },
    });
    if ((values.user === undefined) === (values.revoke === undefined))
      throw new Error('Say either --user or --revoke.');
    if (values.user !== undefined && !values.purpose?.trim())
      throw new Error('Say with --purpose why somebody reads this application. The journal keeps it.');
    return values;
  });

/** `90s`, `15m`, `1h`. */
function secondsIn(ttl: string): number {
  const [, number, unit = ''] = /^(\d{1,5})(s|m|h)$/.exec(ttl) ?? [];
  const seconds = Number(number) * ({ s: 1, m: 60, h: 3600 }[unit] ?? Number.NaN);
  if (seconds >= 1 && seconds <= tokenSeconds.max) return seconds;
  throw new UsageError(
    `--ttl ${ttl}: a time such as 90s or 15m is expected, at most ${tokenSeconds.max / 60}m.`,
  );
}

async function issue(
  place: Target,
  { user, purpose = '' }: Pick<Options, 'purpose'> & { readonly user: string },
  seconds: number,
): Promise<void> {
  const { token, jti, ends } = await invokeOperator(
    place,
    { command: 'issue-token', user, seconds, purpose },
    issueTokenReply,
  );
  console.log(`View:  ${place.site}/about?service_token=${token}`);
  console.log(`PDF:   ${place.site}/service/pdf?service_token=${token}`);
  console.log(`Token: ${token}`);
  console.log(
    `Works until ${sayMoment(new Date(ends), new Date())}. To end it now: npm run service-token -- --revoke ${jti}`,
  );
}

/** `npm run service-token`: a link for staff that opens one application for a while, or the end of one. */
export async function serviceToken(args: readonly string[]): Promise<void> {
  const options = optionsIn(args);
  const seconds = secondsIn(options.ttl);
  const place = await targetOf(options);
  const { user, purpose } = options;
  if (user !== undefined) return issue(place, { user, purpose }, seconds);
  const jti = options.revoke ?? '';
  await invokeOperator(place, { command: 'revoke-token', jti }, z.object({}));
  console.log(`Revoked: ${jti}`);
}
