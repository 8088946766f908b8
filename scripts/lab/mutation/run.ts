import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from '../../build/root.ts';
import { randomFrom } from '../../local-cloud/random.ts';
import { withCopy } from '../source-copy/copy.ts';
import { runProgram } from '../source-copy/run-program.ts';
import { equivalents, isSame } from './equivalent.ts';
import { Judge, type Verdict } from './judge.ts';
import { type Mutant, mutantsIn, type Numbered, withMutants } from './mutants.ts';
import { filesIn, type Suite } from './parts.ts';

export interface MutationOptions {
  /** Only mutants of these files; all files when there are none. */
  readonly files: readonly string[];
  /** Maximum number of mutants per folder. If a folder has fewer, all are tried. */
  readonly sample: number;
  readonly seed: number;
  readonly say: (text: string) => void;
  readonly signal: AbortSignal;
}

export interface MutationReport {
  readonly folder: string;
  readonly all: number;
  readonly equivalent: number;
  readonly results: readonly (Mutant & Verdict)[];
}

const sources = /\.ts$/;
const tests = /\.test\.tsx?$/;

/** All mutants of a folder that are not equivalent, and the number of equivalent ones. */
function mutantsOf(source: string, folder: string, files: readonly string[]) {
  const wanted = (file: string) => files.length === 0 || files.includes(file);
  const found = filesIn(source, [folder], sources)
    .filter(wanted)
    .flatMap((file) => mutantsIn(file, readFileSync(join(source, file), 'utf8')));
  const mutants = found.filter((mutant) => !equivalents.some((each) => isSame(mutant, each)));
  return { folder, mutants, equivalent: found.length - mutants.length };
}

/** Random sample of this size, chosen by a seed, in the original order. */
export function sampleOf<T>(all: readonly T[], size: number, seed: number): readonly T[] {
  const random = randomFrom(seed);
  const drawn = all.map((each, index) => ({ each, index, draw: random() }));
  const chosen = drawn.toSorted((one, other) => one.draw - other.draw).slice(0, size);
  return chosen.toSorted((one, other) => one.index - other.index).map(({ each }) => each);
}

/** Includes the test runner and the switch, which a copy of another folder lacks. */
function putMutantsIn(copy: string, mutants: readonly Numbered[]): void {
  cpSync(join(root, 'scripts/lab/mutation'), join(copy, 'scripts/lab/mutation'), { recursive: true });
  for (const [file, inFile] of Map.groupBy(mutants, (mutant) => mutant.file)) {
    const path = join(copy, file);
    const toSwitch = relative(dirname(path), join(copy, 'scripts/lab/mutation/switch.ts')).replaceAll(
      '\\',
      '/',
    );
    writeFileSync(path, withMutants(readFileSync(path, 'utf8'), inFile, toSwitch));
  }
}

/** Builds the cloud of the copy once, with all mutants in it. */
async function assemblyOf(copy: string, signal: AbortSignal): Promise<string> {
  const said = await runProgram(copy, [join(copy, 'scripts/main.ts'), 'assemble'], { signal });
  const assembly = said.split('\n').findLast((line) => existsSync(line));
  if (assembly === undefined) throw new Error(`The cloud cannot be built with the mutants in it: ${said}`);
  return assembly;
}

/** Tries mutants of folders in a copy of the source, with the tests of a suite. */
export const tryMutants = (
  source: string,
  { folders, suite }: { readonly folders: readonly string[]; readonly suite: Suite },
  { files, sample, seed, say, signal }: MutationOptions,
): Promise<readonly MutationReport[]> =>
  withCopy(source, async (copy) => {
    const found = folders.map((folder) => mutantsOf(copy, folder, files));
    const chosen = found
      .flatMap(({ mutants }) => sampleOf(mutants, sample, seed))
      .map((mutant, index) => ({ ...mutant, number: index + 1 }));
    putMutantsIn(copy, chosen);
    const variables = {
      HISTORIES: '30',
      ...(suite.needsCloud && { ASSEMBLY: await assemblyOf(copy, signal) }),
    };
    const judge = new Judge({ copy, mutants: chosen.length, suite, variables, signal }, say);
    const verdicts = await judge.judge(filesIn(copy, suite.tests, tests));
    const results = chosen.map(({ number, ...mutant }) => ({
      ...mutant,
      ...(verdicts[number - 1] ?? { is: 'not reached' as const }),
    }));
    return found.map(({ folder, mutants, equivalent }) => ({
      ...{ folder, all: mutants.length, equivalent },
      results: results.filter(({ file }) => file.startsWith(`${folder}/`)),
    }));
  });
