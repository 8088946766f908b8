import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.ts';

// The table "Modules and allowed imports" of ARCHITECTURE.md is the source of Biome's import rules.

const file = join(root, 'biome.imports.json');

/** Packages that only some modules may import, by their name in the table. */
const packages: Readonly<Record<string, readonly string[]>> = {
  'AWS SDK': ['@aws-sdk/**'],
  CDK: ['aws-cdk-lib', 'aws-cdk-lib/**'],
  React: ['react', 'react-*'],
  'React Query': ['@tanstack/react-query'],
  Node: ['node:*'],
};

/**
 * Folders without a row of their own, which a module of the same area may not import unless its row names the
 * area.
 */
const otherFolders = ['shared', 'scripts'].flatMap((area) =>
  readdirSync(join(root, area), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => `${area}/${name}`),
);

interface Row {
  readonly modules: readonly string[];
  readonly imports: readonly string[];
  readonly packages: readonly string[];
}

const codeIn = (cell: string) => [...cell.matchAll(/`([\w./-]+)`/g)].map(([, name = '']) => name);

/** The rows of the table. Throws if the table is missing. */
function readTable(): readonly Row[] {
  const [, body] =
    /\n\| Module \| Purpose \| May import \| Packages \|\n\|[-|]+\|\n((?:\|.*\n)+)/.exec(
      readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8'),
    ) ?? [];
  if (body === undefined) throw new Error('ARCHITECTURE.md has no table of modules.');
  return body
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [module = '', , imports = '', allowed = ''] = line.slice(2, -2).split(' | ');
      const unknown = allowed.split(', ').filter((name) => name !== '' && !(name in packages));
      if (unknown.length > 0)
        throw new Error(`ARCHITECTURE.md allows an unknown package: ${unknown.join(', ')}.`);
      return { modules: codeIn(module), imports: codeIn(imports), packages: allowed.split(', ') };
    });
}

/** A module, and every module that its imports may import. */
function allowedFrom(module: string, rows: readonly Row[], found = new Set<string>()): ReadonlySet<string> {
  if (found.has(module)) return found;
  found.add(module);
  const row = rows.find(({ modules }) => modules.includes(module));
  for (const each of row?.imports ?? []) allowedFrom(each, rows, found);
  return found;
}

/**
 * Patterns for imports of a module: from its siblings and their subfolders by its name, from elsewhere by its
 * path.
 */
function patternsOf(target: string, from: string): readonly string[] {
  const [area = '', name = ''] = target.split('/');
  // scripts/test is another folder than test.
  if (target === 'test' && from.startsWith('scripts')) return ['../../test/**', '../../../test/**'];
  if (name === '') return [`**/${area}/**`];
  if (!from.startsWith(`${area}/`)) return [];
  return /\.tsx?$/.test(name) ? [`../${name}`] : [`../${name}/**`, `../../${name}/**`];
}

function overrideOf(module: string, rows: readonly Row[]) {
  const allowed = allowedFrom(module, rows);
  const isAllowed = (target: string) =>
    [...allowed].some(
      (each) => target === each || each.startsWith(`${target}/`) || target.startsWith(`${each}/`),
    );
  const targets = [
    ...new Set([
      ...rows.flatMap(({ modules }) => modules.flatMap((each) => [each.split('/')[0] ?? '', each])),
      ...otherFolders,
      'test',
    ]),
  ];
  const row = rows.find(({ modules }) => modules.includes(module));
  const group = [
    ...targets.filter((target) => !isAllowed(target)).flatMap((target) => patternsOf(target, module)),
    ...Object.entries(packages).flatMap(([name, names]) => (row?.packages.includes(name) ? [] : names)),
    'zod',
  ];
  const others = [...allowed].filter((each) => each !== module);
  const message = `${module} may import ${others.length === 0 ? 'only itself' : others.join(', ')}. See ARCHITECTURE.md.`;
  return {
    includes: /\.tsx?$/.test(module) ? [module] : [`${module}/**`, '!scripts/local-cloud/test/**'],
    linter: {
      rules: {
        style: { noRestrictedImports: { level: 'error', options: { patterns: [{ group, message }] } } },
      },
    },
  };
}

/**
 * Biome's configuration of the import rules, as it must be in biome.imports.json. A later rule replaces an
 * earlier one.
 */
export function importRules(): string {
  const rows = readTable();
  const modules = rows.flatMap((row) => row.modules);
  const generalFirst = modules.toSorted((one, other) => one.split('/').length - other.split('/').length);
  return `${JSON.stringify({ overrides: generalFirst.map((module) => overrideOf(module, rows)) })}\n`;
}

/** Writes biome.imports.json from the table in ARCHITECTURE.md. */
export function writeImportRules(): void {
  writeFileSync(file, importRules());
  console.log('biome.imports.json is written.');
}
