import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assemble } from '../../build/assemble.ts';
import { sayDuration, step } from '../../command-line/progress.ts';
import { startLocalCloud } from '../../local-cloud/index.ts';
import { newApplicant, type Part, type TestBed } from './part.ts';
import { parts } from './parts.ts';
import { type FiredAlarm, type PartResult, testPart } from './run.ts';
import { alarmsOfOtherSettings, leftOut } from './untested-alarms.ts';

/** A period of five minutes lasts five seconds. */
const alarmTimeScale = 60;
/** One and two minutes on AWS: Lambda's wait before each retry of an asynchronous call. */
const eventRetrySeconds = [1, 2];

interface Options {
  readonly part?: readonly string[];
  readonly json: boolean;
}

/** Ends without a document, like LibreOffice with a file that it cannot read. Some parts replace it. */
const standIn = '#!/bin/sh\nexit 0\n';

/** Starts a local cloud in a temporary folder, with an applicant who is logged in. */
export async function withTestBed<T>(assembly: string, work: (testBed: TestBed) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'matricula-alarm-test-'));
  const officeProgram = join(folder, 'soffice');
  writeFileSync(officeProgram, standIn);
  chmodSync(officeProgram, 0o755);
  const cloud = await startLocalCloud({
    ...{ assembly, data: join(folder, 'data'), port: 0, alarmTimeScale, quotas: { eventRetrySeconds } },
    programs: { SOFFICE: officeProgram },
    variables: { STAFF_ISSUER: 'http://127.0.0.1:9' }, // no identity provider is there
    log: () => undefined, // only alarms should report problems
  });
  try {
    return await work({ cloud, officeProgram, ...(await newApplicant(cloud)) });
  } finally {
    await cloud.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const indent = ' '.repeat(10);

const periodsOf = ({ periods, periodSeconds }: FiredAlarm) =>
  `${periods} ${periods === 1 ? 'period' : 'periods'} of ${periodSeconds / 60} minutes`;

const lines = (alarm: FiredAlarm) => [
  `${indent}${alarm.name} fired after ${sayDuration(alarm.milliseconds)} here, on AWS within ${periodsOf(alarm)}`,
  indent + alarm.text,
];

const report = ({ part, broken, alarms, silent }: PartResult) =>
  [
    `${(silent.length === 0 ? 'ok' : 'FAILED').padEnd(indent.length)}${part}: ${broken}`,
    ...alarms.flatMap(lines),
    ...silent.map((name) => `${indent}${name} did not fire. Read lib/stacks/alarms.ts and docs/runbook.md.`),
  ].join('\n');

const summary = (results: readonly PartResult[], time: string) => {
  const failed = results.filter(({ silent }) => silent.length > 0).length;
  return [`${results.length - failed} of ${results.length} parts fired their alarms, in ${time}.`];
};

/** Lists the alarms that no part tests. */
const rest = (names: readonly string[]) => [
  'No part fires these:',
  ...leftOut([...names, ...alarmsOfOtherSettings]).map(
    ({ alarms, reason }) => `${indent}${alarms.join(', ')}: ${reason}`,
  ),
];

/** Tests parts one after the other and reports each when it ends. A silent alarm makes the command fail. */
export async function runAlarmTest(
  chosen: readonly Part[],
  testBed: TestBed,
  { print, patience }: { readonly print: (text: string) => void; readonly patience?: number },
): Promise<readonly PartResult[]> {
  const results: PartResult[] = [];
  for (const part of chosen) {
    const result = await testPart(part, testBed, patience);
    print(report(result));
    results.push(result);
  }
  if (results.some(({ silent }) => silent.length > 0)) process.exitCode = 1;
  return results;
}

/** Breaks each part of a local cloud and prints the alarms that fire. */
export async function alarmTest({ part, json }: Options): Promise<void> {
  const chosen = parts.filter(({ name }) => part?.includes(name) ?? true);
  const began = performance.now();
  const assembly = await assemble();
  await step('Testing alarms', () =>
    withTestBed(assembly, async (testBed) => {
      const results = await runAlarmTest(chosen, testBed, { print: (text) => json || console.log(text) });
      const names = testBed.cloud.alarms().map(({ name }) => name);
      const time = sayDuration(performance.now() - began);
      console.log(
        json ? JSON.stringify(results, null, 2) : [...summary(results, time), ...rest(names)].join('\n'),
      );
    }),
  );
}
