import * as z from 'zod/mini';
import { issueTokenReply } from '../../shared/api/operator.ts';
import type { StaffAudience } from '../../shared/api/staff-roles.ts';
import { tokenSeconds } from '../../shared/rules/limits.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { invokeOperator } from './ask.ts';
import { optionsOf, type TargetOptions, targetOf } from './target.ts';

interface Options extends TargetOptions {
  readonly user: string;
  readonly ttl: string;
  readonly purpose: string;
  readonly audience: StaffAudience;
  readonly json: boolean;
}

/** `90s`, `15m`, `1h`. */
function secondsIn(ttl: string): number {
  const [, number, unit = ''] = /^(\d{1,5})(s|m|h)$/.exec(ttl) ?? [];
  const seconds = Number(number) * ({ s: 1, m: 60, h: 3600 }[unit] ?? Number.NaN);
  if (seconds >= 1 && seconds <= tokenSeconds.max) return seconds;
  throw new UsageError(
    `--ttl ${ttl}: a time such as 90s or 15m is expected, at most ${tokenSeconds.max / 60}m.`,
  );
}

const shownTo = {
  reader: 'reader (without the questions that readers do not see)',
  office: 'office',
} as const satisfies Readonly<Record<StaffAudience, string>>;

const localTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'long' });

/** Prints links that let staff read an application for a limited time. */
export async function createLinks(options: Options): Promise<void> {
  const { user, audience, purpose, json } = options;
  const place = await targetOf(options);
  const command = {
    command: 'issue-token',
    user,
    audience,
    seconds: secondsIn(options.ttl),
    purpose,
  } as const;
  const { token, jti: id, ends } = await invokeOperator(place, command, issueTokenReply);
  const linkTo = (path: string) => `${place.site}${path}?service_token=${token}`;
  const [view, pdf] = [linkTo('/about'), linkTo('/service/pdf')];
  if (json) return console.log(JSON.stringify({ user, audience, view, pdf, token, id, ends }, null, 2));
  console.log(`For:   ${shownTo[audience]}`);
  console.log(`View:  ${view}`);
  console.log(`PDF:   ${pdf}`);
  console.log(`Token: ${token}`);
  console.log(
    `Works until ${localTime.format(new Date(ends))}. To end it now: npx matricula staff revoke-link ${id}${optionsOf(options)}`,
  );
}

/** Revokes a staff link immediately. */
export async function revokeLink(jti: string, choice: TargetOptions): Promise<void> {
  await invokeOperator(await targetOf(choice), { command: 'revoke-token', jti }, z.object({}));
  console.log(`Revoked: ${jti}`);
}
