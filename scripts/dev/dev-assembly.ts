import { existsSync, globSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { type FunctionName, type FunctionSource, functions } from '../build/functions.ts';
import { hashOf } from '../build/hash.ts';
import { root } from '../build/root.ts';
import { synth } from '../build/synth.ts';
import { chosenFiles } from '../build/university.ts';

export interface DevAssembly {
  readonly folder: string;
  /** The folder of each function's bundle. */
  readonly functions: ReadonlyMap<FunctionName, string>;
}

/** Sources of the CDK stacks. An edit here needs a restart. */
export const cloudSources = ['bin', 'lib', 'shared/api', 'cdk.json', 'package-lock.json', 'scripts/build'];

/** File with the name of the function. It is in the function's folder, which CDK copies into the assembly. */
const nameFile = 'function-name';

/**
 * The cloud of a stage, with an empty site and an empty folder for each function. Kept between
 * runs.
 */
export async function devAssembly(stage: string): Promise<DevAssembly> {
  const own = join(root, '.cache/dev', stage);
  const folder = join(own, hashOf([...cloudSources, 'shared/partners', ...chosenFiles()]).slice(0, 16));
  if (!existsSync(folder)) {
    rmSync(own, { recursive: true, force: true });
    await makeAssembly(folder, join(own, 'build'), stage);
  }
  const names = globSync(`asset.*/${nameFile}`, { cwd: folder }).map((file) => join(folder, file));
  return {
    folder,
    functions: new Map(names.map((file) => [readFileSync(file, 'utf8') as FunctionName, dirname(file)])),
  };
}

async function makeAssembly(folder: string, build: string, stage: string) {
  await Promise.all(Object.entries(functions).map(([name, source]) => writeFunction(build, name, source)));
  await writePages(build);
  const outdir = relative(root, `${folder}.draft`);
  await synth(outdir, { checked: false, stage, context: { build: relative(root, build) } });
  renameSync(`${folder}.draft`, folder);
}

async function writeFunction(build: string, name: string, { image }: FunctionSource) {
  const folder = join(build, 'functions', name);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, nameFile), name);
  await writeFile(join(folder, 'index.mjs'), '');
  if (image !== undefined) await cp(join(root, image), join(folder, 'image'), { recursive: true });
}

/** Vite serves the pages: these folders are only placeholders. */
async function writePages(build: string) {
  await mkdir(join(build, 'web'), { recursive: true });
  await mkdir(join(build, 'pages'), { recursive: true });
}
