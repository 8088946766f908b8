import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../build/root.ts';
import { UsageError } from '../command-line/usage-error.ts';

const unreleased = '## Unreleased';

/** The date in the time zone of the machine, as `2026-11-22`. */
const isoDate = (date: Date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

function parseVersion(text: string): readonly number[] {
  if (!/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(text))
    throw new UsageError(`"${text}" is not a version: write three numbers, for example 0.2.0.`);
  return text.split('.').map(Number);
}

function isAbove(version: string, other: string): boolean {
  const others = parseVersion(other);
  const differing = parseVersion(version)
    .map((part, index) => part - (others[index] ?? 0))
    .find((difference) => difference !== 0);
  return differing !== undefined && differing > 0;
}

/**
 * The changelog with an empty "Unreleased" section above the new version, which gets the entries of the old
 * section.
 */
function releasedChangelog(changelog: string, version: string, today: Date): string {
  const [before = '', after] = changelog.split(new RegExp(`^${unreleased}$`, 'm'));
  if (after === undefined) throw new UsageError(`CHANGELOG.md has no line "${unreleased}".`);
  const listed = after.split(/^## /m)[0] ?? '';
  if (!/^[-*] /m.test(listed))
    throw new UsageError(`CHANGELOG.md lists nothing under "${unreleased}": there is nothing to release.`);
  return `${before}${unreleased}\n\n## ${version} (${isoDate(today)})${after}`;
}

/**
 * Replaces the first `"version"` of package.json, or the first two of package-lock.json, and nothing else.
 */
function withVersion(json: string, from: string, to: string, times: number): string {
  let left = times;
  return json.replaceAll(`"version": "${from}"`, (found) => {
    left -= 1;
    return left >= 0 ? `"version": "${to}"` : found;
  });
}

interface ReleaseOptions {
  readonly folder?: string;
  readonly today?: Date;
}

/** Turns "Unreleased" of CHANGELOG.md into a version, commits and tags it. Pushes nothing. */
export function release(version: string, { folder = root, today = new Date() }: ReleaseOptions = {}): void {
  const git = (...words: string[]) =>
    execFileSync('git', words, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    }).trim();
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');

  const current = /"version": "(.+?)"/.exec(read('package.json'))?.[1] ?? '';
  if (!isAbove(version, current))
    throw new UsageError(`${version} is not above ${current}, the version in package.json.`);
  const tag = `v${version}`;
  if (git('tag', '--list', tag) !== '') throw new UsageError(`The tag ${tag} exists already.`);
  const changes = git('status', '--porcelain');
  if (changes !== '') throw new UsageError(`Commit or stash these changes before a release:\n${changes}`);

  const files = {
    'CHANGELOG.md': releasedChangelog(read('CHANGELOG.md'), version, today),
    'package.json': withVersion(read('package.json'), current, version, 1),
    'package-lock.json': withVersion(read('package-lock.json'), current, version, 2),
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  git('add', ...Object.keys(files));
  git('commit', '--quiet', '--message', `release: ${version}`);
  git('tag', '--annotate', tag, '--message', `Version ${version}`);
  console.log(
    `Version ${version} is committed and tagged. To publish it: git push origin ${git('branch', '--show-current')} ${tag}`,
  );
}
