import type { SmokeTarget } from '../../shared/smoke/check.ts';
import { type CheckResult, runSmokeTest } from '../../shared/smoke/smoke-test.ts';
import { fetchSecret } from '../aws/secrets.ts';
import { environment } from '../runtime/environment.ts';
import { log } from '../runtime/log.ts';

/** A cold start of the office image, its conversion and a retry. */
const waitSeconds = 120;

/**
 * CloudFront serves https only; a local cloud serves functions http, has a mailbox, and no address of the
 * API.
 */
function whereTo(site: string): Pick<SmokeTarget, 'site' | 'kind' | 'api'> {
  if (new URL(site).protocol === 'http:') return { site, kind: 'local cloud' };
  return { site, kind: 'deployment', api: environment('API_URL') };
}

/** Neither what a check found nor its title holds an answer, an address or a token. */
function report({ title, outcome, milliseconds, detail }: CheckResult): void {
  log({
    level: outcome === 'failed' ? 'error' : 'info',
    event: 'smoke-check.ended',
    ...{ check: title, status: outcome, milliseconds: Math.round(milliseconds), reason: detail },
  });
}

/**
 * Scheduled smoke test of the site, with an account that operators prepared.
 * Throws when a check failed, so that Lambda counts an error; the log says what each check found.
 */
export async function handler(): Promise<{ readonly checks: number }> {
  const password = await fetchSecret(environment('CANARY_PASSWORD_SECRET_ARN'));
  const account = { kind: 'prepared', username: environment('CANARY_USER'), password } as const;
  const results = await runSmokeTest({ ...whereTo(environment('SITE_URL')), account, waitSeconds }, report);
  const failed = results.filter(({ outcome }) => outcome === 'failed').map(({ title }) => title);
  if (failed.length > 0) throw new Error(`Failed: ${failed.join('; ')}`);
  return { checks: results.length };
}
