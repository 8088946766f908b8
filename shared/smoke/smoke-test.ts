import { accountChecks, logOutCheck } from './account-checks.ts';
import { applicationChecks, cleanUpCheck } from './application-checks.ts';
import type { Check, Milestone, SmokeRun, SmokeTarget } from './check.ts';
import { SmokeClient, SmokeError } from './client.ts';
import { siteChecks } from './site-checks.ts';

export interface CheckResult {
  readonly title: string;
  readonly outcome: 'ok' | 'failed' | 'skipped';
  readonly milliseconds: number;
  /** The finding, or why the check was skipped. */
  readonly detail?: string;
  /** Instruction for the operator after a failure. */
  readonly remedy?: string;
}

/** The clean-up checks come last and run after any failure. */
const checks: readonly Check[] = [
  ...siteChecks,
  ...accountChecks,
  ...applicationChecks,
  cleanUpCheck,
  logOutCheck,
];

function start(target: SmokeTarget): SmokeRun {
  const { account } = target;
  const id = crypto.randomUUID();
  const credentials =
    account.kind === 'prepared'
      ? { username: account.username, password: account.password }
      : { username: `smoke-${id.slice(0, 8)}@example.org`, password: `Smoke-${id}!` };
  return { target, client: new SmokeClient(target.site), ...credentials, code: '', earlierAnswer: '' };
}

async function runCheck({ title, run, remedy }: Check, smokeRun: SmokeRun): Promise<CheckResult> {
  const began = performance.now();
  const timed = () => ({ title, milliseconds: performance.now() - began });
  try {
    await run(smokeRun);
    return { ...timed(), outcome: 'ok' };
  } catch (error) {
    // The run continues after any failure: its last checks clean up.
    const message = error instanceof Error ? error.message : String(error);
    const detail = error instanceof SmokeError ? message : `an unexpected error: ${message}`;
    return { ...timed(), outcome: 'failed', detail, remedy };
  }
}

/**
 * Smoke test of a running site: acts like an applicant over HTTP and cleans up afterwards. It never submits.
 * Reports each result immediately.
 */
export async function runSmokeTest(
  target: SmokeTarget,
  report: (result: CheckResult) => void,
): Promise<readonly CheckResult[]> {
  const smokeRun = start(target);
  const reached = new Set<Milestone>(target.account.kind === 'prepared' ? ['account'] : []);
  const results: CheckResult[] = [];
  for (const check of checks) {
    const needs = [check.needs, check.reaches === 'site' ? undefined : 'site'] as const;
    const isReached = needs.every((each) => each === undefined || reached.has(each));
    const skip = check.skip?.(target) ?? (isReached ? undefined : 'an earlier check failed');
    const result: CheckResult =
      skip === undefined
        ? await runCheck(check, smokeRun)
        : { title: check.title, outcome: 'skipped', milliseconds: 0, detail: skip };
    if (result.outcome === 'ok' && check.reaches !== undefined) reached.add(check.reaches);
    results.push(result);
    report(result);
  }
  return results;
}
