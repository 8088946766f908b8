import { parseArgs } from 'node:util';
import { root } from '../../build/root.ts';
import { readOptions } from '../../command-line/options.ts';
import { sayDuration, step } from '../../command-line/progress.ts';
import { untilStopped } from '../../command-line/until-stopped.ts';
import { checkGuards, type GuardResult } from './check.ts';
import { guards } from './guards.ts';

const optionsIn = (args: readonly string[]) =>
  readOptions('guards', () => {
    const { values } = parseArgs({
      args: [...args],
      options: {
        guard: { type: 'string', multiple: true, default: [] },
        json: { type: 'boolean', default: false },
      },
    });
    const names = guards.map(({ name }) => name);
    const unknown = values.guard.find((name) => !names.includes(name));
    if (unknown !== undefined)
      throw new Error(`--guard ${unknown}: one of these is expected: ${names.join(', ')}.`);
    const chosen = guards.filter(({ name }) => values.guard.length === 0 || values.guard.includes(name));
    return { chosen, json: values.json };
  });

const indent = ' '.repeat(10);

const report = ({ guard, protects, milliseconds, provedBy, message, problem }: GuardResult) =>
  [
    `${(problem === undefined ? 'ok' : 'FAILED').padEnd(indent.length)}${guard} (${sayDuration(milliseconds)}): ${protects}`,
    ...(provedBy === undefined ? [] : [`${indent}Without it this test fails: ${provedBy}`]),
    ...(message ? [`${indent}${message}`] : []),
    ...(problem === undefined ? [] : [`${indent}${problem}`]),
  ].join('\n');

/** `npm run guards`: switches off each guard in turn in a copy of the source, and names the test that fails. */
export async function proveGuards(args: readonly string[]): Promise<void> {
  const { chosen, json } = optionsIn(args);
  const began = performance.now();
  const results = await step('Switching off guards', () =>
    untilStopped((signal) =>
      checkGuards(root, chosen, { print: (result) => json || console.log(report(result)), signal }),
    ),
  );
  if (results === undefined) {
    console.error('Stopped. The copy of the source is removed.');
    process.exitCode = 1;
    return;
  }
  const proved = results.filter(({ problem }) => problem === undefined).length;
  const summary = `${proved} of ${results.length} guards have a test that fails without them, in ${sayDuration(performance.now() - began)}.`;
  console.log(json ? JSON.stringify(results, null, 2) : summary);
  if (proved < results.length) process.exitCode = 1;
}
