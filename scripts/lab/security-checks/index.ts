import { root } from '../../build/root.ts';
import { sayDuration, step } from '../../command-line/progress.ts';
import { untilStopped } from '../../command-line/until-stopped.ts';
import { OptionError } from '../../command-line/usage-error.ts';
import { proveSecurityChecks, type SecurityCheckResult } from './prove.ts';
import type { SecurityCheck } from './security-check.ts';
import { checks } from './security-checks.ts';

const indent = ' '.repeat(10);

const report = ({ check, protects, milliseconds, provedBy, message, problem }: SecurityCheckResult) =>
  [
    `${(problem === undefined ? 'ok' : 'FAILED').padEnd(indent.length)}${check} (${sayDuration(milliseconds)}): ${protects}`,
    ...(provedBy === undefined ? [] : [`${indent}Without it this test fails: ${provedBy}`]),
    ...(message ? [`${indent}${message}`] : []),
    ...(problem === undefined ? [] : [`${indent}${problem}`]),
  ].join('\n');

function checksNamed(wanted: readonly string[] | undefined): readonly SecurityCheck[] {
  const names = checks.map(({ name }) => name);
  const unknown = wanted?.find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new OptionError(`--check ${unknown}: one of these is expected: ${names.join(', ')}.`);
  return checks.filter(({ name }) => wanted?.includes(name) ?? true);
}

interface Options {
  readonly check?: readonly string[];
  readonly json: boolean;
}

/** Disables each security check, one at a time in a copy of the source, and prints the test that fails. */
export async function securityChecksCommand({ check, json }: Options): Promise<void> {
  const chosen = checksNamed(check);
  const began = performance.now();
  const results = await step('Switching off security checks', () =>
    untilStopped((signal) =>
      proveSecurityChecks(root, chosen, { print: (result) => json || console.log(report(result)), signal }),
    ),
  );
  if (results === undefined) {
    console.error('Stopped. The copy of the source is removed.');
    process.exitCode = 1;
    return;
  }
  const proved = results.filter(({ problem }) => problem === undefined).length;
  const summary = `${proved} of ${results.length} security checks have a test that fails without them, in ${sayDuration(performance.now() - began)}.`;
  console.log(json ? JSON.stringify(results, null, 2) : summary);
  if (proved < results.length) process.exitCode = 1;
}
