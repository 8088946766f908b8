import { renameSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { UsageError } from '../../command-line/usage-error.ts';
import { retryOnce, runProgram } from './run-program.ts';

/**
 * The settings of Debian's own images: the "slim" ones have no manuals and translations, and all of them
 * unpack without waiting for the disk.
 */
const dpkgOptions = [
  'force-unsafe-io',
  ...['doc', 'info', 'linda', 'lintian/overrides', 'locale', 'man'].map(
    (folder) => `path-exclude=/usr/share/${folder}/*`,
  ),
  'path-include=/usr/share/doc/*/copyright',
];

/** The release of Debian that the Dockerfile is based on, from the tag of its base: "trixie". */
export async function suiteOf(dockerfile: string): Promise<string> {
  const [, suite] = /^ARG BASE=debian:([a-z]+)-slim@sha256:/m.exec(await readFile(dockerfile, 'utf8')) ?? [];
  if (suite === undefined)
    throw new UsageError(`${dockerfile} has no line ARG BASE=debian:RELEASE-slim@sha256:...`);
  return suite;
}

/**
 * Makes the base image's files from Debian's packages: the packages of Debian's own image, in their newest
 * versions.
 */
export async function makeBase(mmdebstrap: string, suite: string, archive: string): Promise<void> {
  const draft = `${archive}.draft.tar`;
  const options = [
    '--variant=minbase',
    ...dpkgOptions.map((each) => `--dpkgopt=${each}`),
    '--aptopt=Acquire::Retries "3"', // remains in the base, so the Dockerfile's apt retries too
  ];
  await retryOnce(() =>
    runProgram(mmdebstrap, [...options, suite, draft], {
      failure: `mmdebstrap could not make Debian ${suite}:`,
      env: { TMPDIR: '/tmp' },
    }),
  );
  renameSync(draft, archive);
}

/** The sources of packages in a base: its own mirror, updates and security. */
export const sourcesOf = (archive: string): Promise<string> =>
  runProgram('tar', ['--extract', '--to-stdout', `--file=${archive}`, './etc/apt/sources.list'], {
    failure: 'The base has no list of sources:',
  });
