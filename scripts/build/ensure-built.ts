import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buildFunctions } from './build-functions.ts';
import { buildWeb } from './build-web.ts';
import { functions } from './functions.ts';
import { hashOf } from './hash.ts';
import { root } from './root.ts';
import { chosenFiles, universityFolder } from './university.ts';

const dist = join(root, 'dist');
const record = join(dist, 'university');

/** The folder of the chosen university and a hash of its files. */
const chosen = (): string => `${universityFolder()}\n${hashOf(chosenFiles())}`;

const isOfChosen = (): boolean => existsSync(record) && readFileSync(record, 'utf8') === chosen();

/** Builds into dist, and records for which university. An interrupted build leaves no record. */
export async function recordBuild<Result>(work: () => Promise<Result>): Promise<Result> {
  rmSync(record, { force: true });
  const before = chosen();
  const result = await work();
  await mkdir(dist, { recursive: true });
  writeFileSync(record, before);
  return result;
}

/**
 * Builds the missing parts of dist, as in a fresh checkout, or all parts for another university. It does not
 * check whether existing parts are current otherwise.
 */
export async function ensureBuilt(): Promise<void> {
  const isBuilt = (path: string) => isOfChosen() && existsSync(join(dist, path));
  const hasPages = isBuilt('pages');
  const hasFunctions = Object.keys(functions).every((name) => isBuilt(`functions/${name}/index.mjs`));
  if (hasPages && hasFunctions) return;
  await recordBuild(async () => {
    if (!hasPages) await buildWeb();
    if (!hasFunctions) await buildFunctions();
  });
}
