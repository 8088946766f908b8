import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { assemble } from '../../build/assemble.ts';
import { root } from '../../build/root.ts';
import { step } from '../../command-line/progress.ts';
import { UsageError } from '../../command-line/usage-error.ts';
import { ensurePrograms } from '../../dev/programs.ts';
import { buildImage } from './build-image.ts';
import { makeBase, suiteOf } from './debian-base.ts';
import { type OfficeAsset, officeAsset } from './office-asset.ts';
import { resolvePackages } from './resolve-packages.ts';
import { runChecks } from './run-checks.ts';
import { retryOnce } from './run-program.ts';
import { whyNotHere } from './where.ts';

const folder = join(root, '.cache', 'office-image');

/**
 * Builds the office converter's image from the build context of `cdk deploy`, and converts Word documents in
 * it under Lambda's conditions.
 */
export async function testImage(): Promise<void> {
  const problem = whyNotHere(process.platform, process.getuid?.());
  if (problem !== undefined) throw new UsageError(problem);
  await ensurePrograms(['mmdebstrap', 'buildah', 'ip']);
  const assembly = await assemble();
  const asset = officeAsset(assembly);
  const suite = await suiteOf(asset.dockerfile);
  const base = await baseImage(suite);
  const image = await officeImage(asset, base);
  await runChecks({ assembly, image, base });
}

const program = (variable: string) => process.env[variable] ?? '';

/** Files made from Debian's packages are valid for one day, because the packages change daily. */
const keyOf = (...parts: readonly string[]) =>
  createHash('sha256')
    .update([new Date().toISOString().slice(0, 10), ...parts].join('\0'))
    .digest('hex')
    .slice(0, 16);

/** The archive of the base, made once a day. */
async function baseImage(suite: string): Promise<string> {
  const recipe = readFileSync(join(import.meta.dirname, 'debian-base.ts'), 'utf8');
  const archive = join(folder, `base-${keyOf(suite, recipe)}.tar`);
  if (existsSync(archive)) return archive;
  mkdirSync(folder, { recursive: true });
  removeOld(/^base-/);
  await step(`Making Debian ${suite} from its packages`, () =>
    makeBase(program('MMDEBSTRAP'), suite, archive),
  );
  return archive;
}

/**
 * The image's files and configuration, built once a day per content of its folder. Also checks that the
 * packages resolve for the architecture of the deployed function.
 */
async function officeImage(asset: OfficeAsset, base: string): Promise<string> {
  const { hash, folder: context, dockerfile, platform } = asset;
  const target = join(folder, `image-${keyOf(hash, base)}`);
  if (existsSync(target)) return target;
  removeOld(/^image-/);
  const draft = join(folder, 'draft');
  const storage = join(folder, 'storage');
  rmSync(draft, { recursive: true, force: true }); // of a run that was killed
  const build = { folder: context, dockerfile, buildah: program('BUILDAH'), base, storage };
  await step('Building the image', () => retryOnce(() => buildImage(build, draft)));
  const [, architecture = ''] = platform.split('/');
  await step(`Resolving the packages for ${architecture}, which a deployment builds`, () =>
    resolvePackages(dockerfile, base, architecture),
  );
  renameSync(draft, target);
  return target;
}

function removeOld(name: RegExp) {
  for (const each of readdirSync(folder).filter((entry) => name.test(entry)))
    rmSync(join(folder, each), { recursive: true, force: true });
}
