import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sourcesOf } from './debian-base.ts';
import { retryOnce, runProgram } from './run-program.ts';

/** The packages that each `apt-get install` of a Dockerfile names. */
export async function packagesOf(dockerfile: string): Promise<readonly (readonly string[])[]> {
  const text = (await readFile(dockerfile, 'utf8')).replace(/\\\n\s*/g, ' ');
  return [...text.matchAll(/apt-get install (.+?)(?:&&|;|$)/gm)].map(([, list = '']) =>
    list.split(/\s+/).filter((word) => word !== '' && !word.startsWith('-')),
  );
}

/**
 * Resolves the Dockerfile's packages for an architecture with apt, on an empty system, from the sources of a
 * base. Throws apt's message if a package is missing or two conflict. Returns the number of packages that
 * each step installs.
 */
export async function resolvePackages(
  dockerfile: string,
  base: string,
  architecture: string,
): Promise<readonly number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'apt-'));
  try {
    const config = writeConfig(folder, await sourcesOf(base), architecture);
    const apt = (...args: readonly string[]) =>
      runProgram('apt-get', args, {
        failure: `The packages of the image do not resolve for ${architecture}:`,
        env: { APT_CONFIG: config },
      });
    await retryOnce(() => apt('update'));
    const counts: number[] = [];
    for (const packages of await packagesOf(dockerfile)) {
      const plan = await apt('install', '--simulate', '--no-install-recommends', '?essential', ...packages);
      counts.push(plan.match(/^Inst /gm)?.length ?? 0);
    }
    return counts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeConfig(folder: string, sources: string, architecture: string) {
  for (const each of ['etc/apt/preferences.d', 'lists/partial', 'cache/archives/partial', 'dpkg'])
    mkdirSync(join(folder, each), { recursive: true });
  writeFileSync(join(folder, 'dpkg/status'), '');
  writeFileSync(join(folder, 'sources.list'), sources);
  const file = join(folder, 'apt.conf');
  const settings = {
    'APT::Architecture': architecture,
    'APT::Architectures': architecture,
    'APT::Sandbox::User': 'root', // otherwise apt reads this folder as a user without permission
    'Acquire::Languages': 'none',
    'Acquire::Retries': '3',
    'Dir::Etc': join(folder, 'etc/apt'),
    'Dir::Etc::SourceList': join(folder, 'sources.list'),
    'Dir::State::Lists': join(folder, 'lists'),
    'Dir::State::Status': join(folder, 'dpkg/status'),
    'Dir::Cache': join(folder, 'cache'),
    'Dir::Etc::TrustedParts': '/usr/share/keyrings',
  };
  const lines = Object.entries(settings).map(([key, value]) => `${key} "${value}";`);
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}
