import { untilStopped } from '../../command-line/until-stopped.ts';
import { type CheckLine, checkLine } from '../../operator/check-lines.ts';
import { type Outcome, type PartName, partNames, parts, type Run } from './parts.ts';
import { currentStages } from './stages.ts';

function lineOf(title: PartName, outcome: Outcome, milliseconds: number): CheckLine {
  if ('notRun' in outcome) return { title, outcome: 'skipped', detail: `not run: ${outcome.notRun}` };
  return { title, outcome: outcome.isPassed ? 'ok' : 'failed', detail: outcome.detail, milliseconds };
}

/**
 * Runs parts one after another and prints their findings. Returns the names of the parts that failed, and of
 * those that did not run.
 */
async function runParts(names: readonly PartName[], run: Run) {
  const [failed, notRun]: [PartName[], PartName[]] = [[], []];
  for (const name of names) {
    const began = performance.now();
    const outcome = await parts[name](run);
    for (const finding of 'findings' in outcome ? outcome.findings : []) console.log(`  ${finding}`);
    console.log(checkLine(lineOf(name, outcome, performance.now() - began)));
    if ('notRun' in outcome) notRun.push(name);
    else if (!outcome.isPassed) failed.push(name);
  }
  return { failed, notRun };
}

/** Checks templates and functions with third-party tools; without names, with all of them. */
export async function testEngines(
  names: readonly PartName[],
  { base }: { readonly base?: string },
): Promise<void> {
  const chosen = names.length === 0 ? partNames : names;
  let synthesized: ReturnType<typeof currentStages> | undefined;
  const stages = () => {
    synthesized ??= currentStages();
    return synthesized;
  };
  const result = await untilStopped((signal) => runParts(chosen, { base, signal, stages }));
  if (result === undefined) throw new Error('Stopped.');
  const { failed, notRun } = result;
  const passed = chosen.filter((name) => !failed.includes(name) && !notRun.includes(name));
  const listed = (title: string, of: readonly PartName[]) =>
    of.length === 0 ? [] : [`${title}: ${of.join(', ')}.`];
  console.log(
    [...listed('Passed', passed), ...listed('FAILED', failed), ...listed('NOT RUN', notRun)].join(' '),
  );
  // A part that was requested by name must run.
  if (failed.length > 0 || (names.length > 0 && notRun.length > 0)) process.exitCode = 1;
}
