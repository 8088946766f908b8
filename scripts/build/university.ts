import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';
import { lookupCategories } from '../../shared/rules/lookup.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { root } from './root.ts';

/** The university of this repository: the folder that `npx matricula ops init` copies. */
export const sample = join(root, 'shared/universities/northern-lakes');

/** Remembers the chosen folder. A line with its path from the root of the repository. */
export const choiceFile = join(root, '.university');

/** The files of a university's folder. */
export const universityFiles: readonly string[] = [
  'university.ts',
  'deployments.ts',
  ...lookupCategories.map((category) => `lookup/${category}.tsv`),
];

interface Choice {
  readonly path: string;
  readonly from: string;
}

function choice(): Choice {
  const context = JSON.parse(process.env.CDK_CONTEXT_JSON ?? '{}').university;
  if (context) return { path: context, from: '-c university' };
  const variable = process.env.MATRICULA_UNIVERSITY;
  if (variable) return { path: variable, from: 'MATRICULA_UNIVERSITY' };
  if (existsSync(choiceFile)) return { path: readFileSync(choiceFile, 'utf8').trim(), from: '.university' };
  return { path: sample, from: 'the sample' };
}

/**
 * The folder of the university that is built and deployed: `-c university` of CDK, or MATRICULA_UNIVERSITY,
 * or the folder of `npx matricula ops init`, or the sample. Throws for a folder that lacks a file, so the
 * sample never takes its place.
 */
export function universityFolder(): string {
  const { path, from } = choice();
  const folder = resolve(root, path);
  const missing = universityFiles.find((file) => !existsSync(join(folder, file)));
  if (missing === undefined) return folder;
  throw new UsageError(
    existsSync(folder)
      ? `${from} names the folder ${folder}, which has no ${missing}. Copy it from ${sample}, or correct ${from}.`
      : `${from} names the folder ${folder}, which does not exist. Make it with npx matricula ops init, or correct ${from}.`,
  );
}

/** The files of the chosen folder. */
export const chosenFiles = (): readonly string[] =>
  universityFiles.map((file) => join(universityFolder(), file));

/** The names by which code imports a file of the chosen folder; package.json has those of the sample. */
const imported = { '#university': 'university.ts', '#deployments': 'deployments.ts' };

/** The file of the chosen folder for each name. */
export const universityAlias = (): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(imported).map(([name, file]) => [name, join(universityFolder(), file)]));

/** Bundles the chosen university. */
export const universityPlugin: Plugin = {
  name: 'university',
  setup({ onResolve }) {
    onResolve({ filter: /^#(university|deployments)$/ }, ({ path }) => ({ path: universityAlias()[path] }));
  },
};

/** Makes this process import the chosen university. */
export function importChosenUniversity(): void {
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier in imported
        ? next(pathToFileURL(universityAlias()[specifier] ?? '').href, context)
        : next(specifier, context),
  });
}
