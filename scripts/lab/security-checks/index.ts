import { parseArgs } from 'node:util';
import { root } from '../../build/root.ts';
import { readOptions } from '../../command-line/options.ts';
import { sayDuration, step } from '../../command-line/progress.ts';
import { untilStopped } from '../../command-line/until-stopped.ts';
import { proveSecurityChecks, type SecurityCheckResult } from './prove.ts';
import { checks } from './security-checks.ts';

const optionsIn = (args: readonly string[]) =>
  readOptions('security-checks', () => {
    const { values } = parseArgs({
      args: [...args],
      options: {
        check: { type: 'string', multiple: true, default: [] },
        json: { type: 'boolean', default: false },
      },
    });
    const names = checks.map(({ name }) => name);
    const unknown = values.check.find((name) => !names.includes(name));
    if (unknown !== undefined)
      throw new Error(`--check ${unknown}: one of these is expected: ${names.join(', ')}.`);
    const chosen = checks.filter(({ name }) => values.check.length === 0 || values.check.includes(name));
    return { chosen, json: values.json };
  });

const indent = ' '.repeat(10);

const report = ({ check, protects, milliseconds, provedBy, message, problem }: SecurityCheckResult) =>
  [
    `${(problem === undefined ? 'ok' : 'FAILED').padEnd(indent.length)}${check} (${sayDuration(milliseconds)}): ${protects}`,
    ...(provedBy === undefined ? [] : [`${indent}Without it this test fails: ${provedBy}`]),
    ...(message ? [`${indent}${message}`] : []),
    ...(problem === undefined ? [] : [`${indent}${problem}`]),
  ].join('\n');

/** `npm run security-checks`: switches off each check in turn in a copy of the source and names the test that fails. */
export async function securityChecksCommand(args: readonly string[]): Promise<void> {
  const { chosen, json } = optionsIn(args);
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
