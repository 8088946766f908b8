import type { CheckLine } from '../check-lines.ts';
import { accountChecks } from './account-checks.ts';
import { backupChecks } from './backup-checks.ts';
import { certificateCheck, dnsCheck } from './certificate-check.ts';
import type { DoctorCheck, DoctorContext } from './check.ts';
import { mailChecks } from './mail-checks.ts';
import { networkCheck } from './network-check.ts';
import { quotaChecks } from './quota-checks.ts';
import { seasonChecks } from './season-checks.ts';
import { settingsChecks } from './settings-checks.ts';
import { subscriptionCheck } from './subscription-check.ts';

const checks: readonly DoctorCheck[] = [
  ...settingsChecks,
  ...accountChecks,
  ...mailChecks,
  ...quotaChecks,
  ...seasonChecks,
  networkCheck,
  ...backupChecks,
  subscriptionCheck,
  certificateCheck,
  dnsCheck,
];

/**
 * Runs every check and reports each result immediately. If the first AWS check fails, the others are not run,
 * because they would fail too.
 */
export async function runDoctor(
  context: DoctorContext,
  report: (line: CheckLine) => void,
): Promise<readonly CheckLine[]> {
  const lines: CheckLine[] = [];
  let reachesAws: boolean | undefined;
  for (const each of checks) {
    const isUseless = each.readsAws && reachesAws === false;
    const line: CheckLine = isUseless
      ? {
          title: each.title,
          outcome: 'skipped',
          detail: 'the AWS account is not the right one or cannot be read',
        }
      : await each.run(context);
    if (each.readsAws) reachesAws ??= line.outcome === 'ok';
    lines.push(line);
    report(line);
  }
  return lines;
}
