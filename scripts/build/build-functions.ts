import { existsSync } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { buildLookupIndex } from '../../shared/lookup/build-index.ts';
import type { LookupCategory } from '../../shared/rules/lookup.ts';
import { listOf, readList } from '../operator/import-lookup/lists.ts';
import { type Bundle, bundle } from './bundle.ts';
import { type FunctionName, type FunctionSource, functions } from './functions.ts';
import { root } from './root.ts';
import { type BundleSize, sizeOf } from './size.ts';

const target = join(root, 'dist/functions');
const maps = join(root, 'dist/maps');

/** Builds every function into dist/functions/<name>. One has files of the site, which `pages` builds. */
export async function buildFunctions(pages?: Promise<void>): Promise<readonly BundleSize[]> {
  const sources = Object.entries(functions) as [FunctionName, FunctionSource][];
  const missing = sources.filter(([, { entry }]) => !existsSync(join(root, entry)));
  if (missing.length > 0)
    throw new Error(`No such function: ${missing.map(([, { entry }]) => entry).join(', ')}`);
  return Promise.all(sources.map((source) => buildFunction(source, pages)));
}

async function buildFunction(
  [name, source]: [FunctionName, FunctionSource],
  pages: Promise<void> | undefined,
): Promise<BundleSize> {
  const folder = join(target, name);
  const built = await bundle(source.entry, folder);
  await rm(folder, { recursive: true, force: true });
  await writeFiles(name, built);
  await addFiles(source, folder);
  await pages;
  return sizeOf(name, built);
}

/** Copies what a function reads at run time and esbuild cannot bundle into the bundle's folder. */
export async function addFiles({ packages = [], lists = [], image }: FunctionSource, folder: string) {
  for (const path of packages) await copy(join('node_modules', path), join(folder, 'node_modules', path));
  for (const category of lists) await writePack(category, join(folder, 'lists'));
  if (image) await copy(image, join(folder, 'image'));
}

/**
 * Source maps are not deployed: they double a function's size, and stack traces are read on an operator's
 * machine.
 */
async function writeFiles(name: FunctionName, { files }: Bundle) {
  for (const { path, contents } of files) {
    const file = path.endsWith('.map') ? join(maps, name, relative(join(target, name), path)) : path;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, contents);
  }
}

async function writePack(category: LookupCategory, folder: string) {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${category}.pack`), buildLookupIndex(readList(listOf(category))));
}

const copy = (from: string, to: string) => cp(join(root, from), to, { recursive: true });
