import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildFunctions, buildWeb, synth } from './build/index.ts';
import { root } from './build/root.ts';

/** What an assembly is made from. */
const sources = ['bin', 'lib', 'lambdas', 'shared', 'web', 'scripts/build', 'cdk.json', 'package-lock.json'];

/** The assembly of local runs lies apart from that of a deployment, which is synthesized with all checks. */
export const localAssembly = '.cache/cloud-assembly';
const stamp = join(root, '.cache', 'cloud-assembly.sha256');

function filesOf(path: string): readonly string[] {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  const entries = readdirSync(full, { recursive: true, withFileTypes: true });
  return entries.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
}

function hashOfSources(): string {
  const hash = createHash('sha256');
  for (const path of sources) {
    const files = path.includes('.json') ? [join(root, path)] : [...filesOf(path)].sort();
    for (const file of files)
      hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/**
 * Builds functions and site and synthesizes the cloud, unless nothing they are made from has changed.
 * Returns the assembly's folder.
 */
export async function assemble(): Promise<string> {
  const hash = hashOfSources();
  const directory = join(root, localAssembly);
  const isFresh =
    existsSync(join(directory, 'manifest.json')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
  if (isFresh) return directory;
  rmSync(stamp, { force: true });
  await Promise.all([buildFunctions(), buildWeb()]);
  await synth(localAssembly, { checked: false });
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(stamp, hash);
  return directory;
}
