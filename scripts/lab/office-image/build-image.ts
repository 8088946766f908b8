import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sayDuration } from '../../command-line/progress.ts';
import { startRegistry } from './npm-registry.ts';
import type { OfficeAsset } from './office-asset.ts';
import { type Run, runProgram } from './run-program.ts';

/** Start configuration of an image's containers. */
export interface ImageConfig {
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly WorkingDir: string;
}

interface Build extends Pick<OfficeAsset, 'folder' | 'dockerfile'> {
  readonly buildah: string;
  /** The files of the image that the Dockerfile's BASE names. */
  readonly base: string;
  /** Folder of buildah's images during the build; deleted at the end. */
  readonly storage: string;
}

const baseName = 'localhost/debian-base';
const name = 'localhost/office-converter';

/**
 * Builds a Dockerfile without a daemon or a registry. Writes the image's files to `target`/files and its
 * configuration to `target`/config.json.
 */
export async function buildImage(build: Build, target: string): Promise<void> {
  rmSync(build.storage, { recursive: true, force: true });
  mkdirSync(temporary(build.storage), { recursive: true });
  const buildah = commandOf(build);
  try {
    await using registry = await startRegistry();
    await loadBase(buildah, build.base);
    await buildah(
      [
        ...['build', '--pull=never', '--layers=false', '--disable-compression', '--jobs=2', '--tag', name],
        ...['--build-arg', `BASE=${baseName}`, '--build-arg', `npm_config_registry=${registry.address}`],
        ...['--file', build.dockerfile, build.folder],
      ],
      { failure: 'The image could not be built:', brokeAt: stepFailed, onLine: sayingSteps() },
    );
    await unpack(buildah, target);
  } finally {
    rmSync(build.storage, { recursive: true, force: true });
  }
}

/** Another stage may still print, because stages are built in parallel. */
const stepFailed = /^subprocess exited with status/;

/** Prints the start of each long step. */
function sayingSteps() {
  const began = performance.now();
  return (line: string) => {
    const [, stepAndCommand] = /^(\[\d+\/\d+\] STEP \S+ RUN .*)/.exec(line) ?? [];
    if (stepAndCommand === undefined) return;
    console.error(`  after ${sayDuration(performance.now() - began)}: ${stepAndCommand.slice(0, 100)}`);
  };
}

/** Inside the storage, because buildah leaves files there when a build fails. */
const temporary = (storage: string) => join(storage, 'temporary');

type Buildah = (args: readonly string[], run?: Partial<Run>) => Promise<string>;

/** `chroot` and `vfs` need no kernel features, so the build also works inside a container. */
const commandOf =
  ({ buildah, storage }: Build): Buildah =>
  (args, run = {}) =>
    runProgram(
      buildah,
      ['--root', storage, '--runroot', join(storage, 'run'), '--storage-driver', 'vfs', ...args],
      {
        failure: `buildah ${args[0]} failed:`,
        ...run,
        env: { BUILDAH_ISOLATION: 'chroot', TMPDIR: temporary(storage) },
      },
    );

async function loadBase(buildah: Buildah, base: string) {
  const container = lastLine(await buildah(['from', 'scratch']));
  await buildah(['add', '--quiet', container, base, '/']);
  await buildah(['commit', '--quiet', '--disable-compression', '--rm', container, baseName]);
}

async function unpack(buildah: Buildah, target: string) {
  const { OCIv1 } = JSON.parse(await buildah(['inspect', '--type', 'image', name])) as {
    readonly OCIv1: { readonly config: ImageConfig };
  };
  const container = lastLine(await buildah(['from', '--pull-never', name]));
  const files = lastLine(await buildah(['mount', container]));
  mkdirSync(target, { recursive: true });
  renameSync(files, join(target, 'files')); // a plain folder, because the storage driver is vfs
  writeFileSync(join(target, 'config.json'), JSON.stringify(OCIv1.config, undefined, 2));
}

const lastLine = (text: string) => text.trim().split('\n').at(-1) ?? '';
