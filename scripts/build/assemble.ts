import { createHash } from 'node:crypto';
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { step } from '../command-line/progress.ts';
import { recordBuild } from './ensure-built.ts';
import { hashOf } from './hash.ts';
import { buildFunctions, buildWeb, checkUniversity, synth, withBuildLock } from './index.ts';
import { root } from './root.ts';
import type { SynthOptions } from './synth.ts';
import { chosenFiles } from './university.ts';

/** Files and folders whose content determines an assembly. */
const sources = ['bin', 'lib', 'lambdas', 'shared', 'web', 'scripts/build', 'cdk.json', 'package-lock.json'];

/**
 * Assemblies of local runs, each named by a hash of its sources. A deployment synthesizes its own, with all
 * checks.
 */
const folder = '.cache/cloud-assembly';

/**
 * Builds functions and site and synthesizes the cloud, unless an earlier assembly has the same sources.
 * `context` changes settings of this assembly alone (lib/config). Returns the assembly's folder. An assembly
 * never changes, so a running cloud keeps the code that it started with.
 */
export async function assemble(context: Context = {}): Promise<string> {
  const settings = Object.keys(context).length === 0 ? '' : JSON.stringify(context);
  const name = createHash('sha256')
    .update(hashOf([...sources, ...chosenFiles()]))
    .update(settings)
    .digest('hex')
    .slice(0, 16);
  const target = join(root, folder, name);
  if (!existsSync(target)) await withBuildLock(() => make(name, target, context));
  return target;
}

type Context = NonNullable<SynthOptions['context']>;

async function make(name: string, target: string, context: Context) {
  if (existsSync(target)) return; // another process made it while this one waited for the lock
  const draft = join(folder, `${name}.draft-${process.pid}`);
  await checkUniversity();
  await step('Building the functions and the pages', () => recordBuild(() => buildFunctions(buildWeb())));
  await step('Synthesizing the cloud', () => synth(draft, { checked: false, context }));
  removeOld();
  renameSync(join(root, draft), target);
}

const day = 86_400_000;

/** Removes assemblies that are a day old; a younger one may be in use. */
function removeOld() {
  for (const name of readdirSync(join(root, folder))) {
    const file = join(root, folder, name);
    if (statSync(file).mtimeMs + day < Date.now()) rmSync(file, { recursive: true, force: true });
  }
}
