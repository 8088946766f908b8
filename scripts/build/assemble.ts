import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buildFunctions, buildWeb, checkPartners, synth, withBuildLock } from './index.ts';
import { root } from './root.ts';

/** What an assembly is made from. */
const sources = [
  'bin',
  'lib',
  'lambdas',
  'shared',
  'web',
  'data',
  'scripts/build',
  'cdk.json',
  'package-lock.json',
];

/** Assemblies of local runs, each named by what it is made from; that of a deployment is synthesized with all checks. */
const folder = '.cache/cloud-assembly';

function filesOf(path: string): readonly string[] {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  const entries = readdirSync(full, { recursive: true, withFileTypes: true });
  return entries.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
}

/** A hash of files, and of all files in folders. */
export function hashOf(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths) {
    const files = path.includes('.json') ? [join(root, path)] : [...filesOf(path)].sort();
    for (const file of files)
      hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/**
 * Builds functions and site and synthesizes the cloud, unless nothing they are made from has changed.
 * Returns the assembly's folder, which never changes afterwards: a running cloud goes on with the code it started with.
 */
export async function assemble(): Promise<string> {
  const name = hashOf(sources).slice(0, 16);
  const place = join(root, folder, name);
  if (!existsSync(place)) await withBuildLock(() => make(name, place));
  return place;
}

async function make(name: string, place: string) {
  if (existsSync(place)) return; // by the process that this one waited for
  const draft = join(folder, `${name}.draft-${process.pid}`);
  await checkPartners();
  await Promise.all([buildFunctions(), buildWeb()]);
  await synth(draft, { checked: false });
  forgetOld();
  renameSync(join(root, draft), place);
}

const day = 86_400_000;

/** Removes assemblies that are a day old, but not a younger one that somebody may be running. */
function forgetOld() {
  for (const name of readdirSync(join(root, folder))) {
    const file = join(root, folder, name);
    if (statSync(file).mtimeMs + day < Date.now()) rmSync(file, { recursive: true, force: true });
  }
}
