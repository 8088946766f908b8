import { explainAwsError } from '../aws-errors.ts';
import type { CheckLine } from '../check-lines.ts';
import { account, bootstrap, stuckStacks } from './account-checks.ts';
import type { DoctorCheck, DoctorContext } from './check.ts';
import { certificate, dnsRecords } from './domain-checks.ts';
import { sesIdentity, sesSending } from './mail-checks.ts';
import { cognitoRates, lambdaConcurrency } from './quota-checks.ts';
import { alarmAddress, alarmSubscriptions, placeholders, sender } from './settings-checks.ts';

/** The first check that reads AWS tests the credentials. */
const checks: readonly DoctorCheck[] = [
  placeholders,
  alarmAddress,
  sender,
  account,
  bootstrap,
  stuckStacks,
  sesIdentity,
  sesSending,
  lambdaConcurrency,
  cognitoRates,
  alarmSubscriptions,
  certificate,
  dnsRecords,
];

async function run({ title, permission, run }: DoctorCheck, context: DoctorContext): Promise<CheckLine> {
  try {
    return { title, ...(await run(context)) };
  } catch (error) {
    const explained = explainAwsError(error, permission, context.deployment.region);
    if (explained === undefined) throw error;
    return { title, outcome: 'failed', ...explained };
  }
}

/**
 * Runs every check and reports each result immediately. If the first AWS check fails, the others are not run,
 * because they would fail too.
 */
export async function runDoctor(
  context: DoctorContext,
  report: (line: CheckLine) => void,
): Promise<readonly CheckLine[]> {
  const lines: CheckLine[] = [];
  let reachesAws = true;
  for (const each of checks) {
    const line: CheckLine =
      each.permission !== undefined && !reachesAws
        ? {
            title: each.title,
            outcome: 'skipped',
            detail: 'the AWS account is not the right one or cannot be read',
          }
        : await run(each, context);
    if (each === account) reachesAws = line.outcome === 'ok';
    lines.push(line);
    report(line);
  }
  return lines;
}
