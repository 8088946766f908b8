import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { assemble } from '../../build/assemble.ts';
import { readOptions } from '../../command-line/options.ts';
import { sayDuration, step } from '../../command-line/progress.ts';
import { startLocalCloud } from '../../local-cloud/index.ts';
import { type Bench, newApplicant, type Part } from './part.ts';
import { parts } from './parts.ts';
import { drillPart, type PartResult, type Rung } from './run.ts';
import { alarmsOfOtherSettings, leftOut } from './undrilled.ts';

/** A period of five minutes lasts five seconds. */
const alarmTimeScale = 60;
/** One minute and two on AWS: Lambda repeats what it was called for asynchronously. */
const eventRetrySeconds = [1, 2];

const partsIn = (args: readonly string[]) =>
  readOptions('drill', () => {
    const { values } = parseArgs({
      args: [...args],
      options: {
        part: { type: 'string', multiple: true, default: [] },
        json: { type: 'boolean', default: false },
      },
    });
    const names = parts.map(({ name }) => name);
    const unknown = values.part.find((name) => !names.includes(name));
    if (unknown !== undefined)
      throw new Error(
        `--part ${unknown}: one of ${names.map((name) => JSON.stringify(name)).join(', ')} is expected.`,
      );
    const chosen = parts.filter(({ name }) => values.part.length === 0 || values.part.includes(name));
    return { chosen, json: values.json };
  });

/** Ends without a document, as LibreOffice does with one that it cannot read. Every drill breaks it in another way. */
const standIn = '#!/bin/sh\nexit 0\n';

/** A local cloud of the drill's own, in a folder that is deleted at the end, with an applicant who is logged in. */
export async function withBench<T>(assembly: string, work: (bench: Bench) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'matricula-drill-'));
  const officeProgram = join(folder, 'soffice');
  writeFileSync(officeProgram, standIn);
  chmodSync(officeProgram, 0o755);
  const cloud = await startLocalCloud({
    ...{ assembly, data: join(folder, 'data'), port: 0, alarmTimeScale, quotas: { eventRetrySeconds } },
    programs: { SOFFICE: officeProgram },
    log: () => undefined, // the alarms are to tell
  });
  try {
    return await work({ cloud, officeProgram, ...(await newApplicant(cloud)) });
  } finally {
    await cloud.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const indent = ' '.repeat(10);

const periodsOf = ({ periods, periodSeconds }: Rung) =>
  `${periods} ${periods === 1 ? 'period' : 'periods'} of ${periodSeconds / 60} minutes`;

const lines = (alarm: Rung) => [
  `${indent}${alarm.name} rang after ${sayDuration(alarm.milliseconds)} here, on AWS within ${periodsOf(alarm)}`,
  indent + alarm.text,
];

const report = ({ part, broken, alarms, silent }: PartResult) =>
  [
    `${(silent.length === 0 ? 'ok' : 'FAILED').padEnd(indent.length)}${part}: ${broken}`,
    ...alarms.flatMap(lines),
    ...silent.map((name) => `${indent}${name} did not ring. Read lib/stacks/alarms.ts and docs/runbook.md.`),
  ].join('\n');

const summary = (results: readonly PartResult[], time: string) => {
  const failed = results.filter(({ silent }) => silent.length > 0).length;
  return [`${results.length - failed} of ${results.length} parts rang their alarms, in ${time}.`];
};

/** What a drill leaves out, so that nobody takes its silence for safety. */
const rest = (names: readonly string[]) => [
  'No part rings these:',
  ...leftOut([...names, ...alarmsOfOtherSettings]).map(
    ({ alarms, reason }) => `${indent}${alarms.join(', ')}: ${reason}`,
  ),
];

/** Drills parts one after the other, and reports each as soon as it is over. A silent alarm makes the command fail. */
export async function runDrill(
  chosen: readonly Part[],
  bench: Bench,
  { print, patience }: { readonly print: (text: string) => void; readonly patience?: number },
): Promise<readonly PartResult[]> {
  const results: PartResult[] = [];
  for (const part of chosen) {
    const result = await drillPart(part, bench, patience);
    print(report(result));
    results.push(result);
  }
  if (results.some(({ silent }) => silent.length > 0)) process.exitCode = 1;
  return results;
}

/** `npm run drill`: breaks each part in turn on a local cloud, and shows which alarm rings and what it says. */
export async function drill(args: readonly string[]): Promise<void> {
  const { chosen, json } = partsIn(args);
  const began = performance.now();
  const assembly = await assemble();
  await step('Drilling', () =>
    withBench(assembly, async (bench) => {
      const results = await runDrill(chosen, bench, { print: (text) => json || console.log(text) });
      const names = bench.cloud.alarms().map(({ name }) => name);
      const time = sayDuration(performance.now() - began);
      console.log(
        json ? JSON.stringify(results, null, 2) : [...summary(results, time), ...rest(names)].join('\n'),
      );
    }),
  );
}
