import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { release } from '../../../scripts/dev/release.ts';

const changelog = `# Changelog

## Unreleased

- Pages open faster.

## 0.1.0

- The first version.
`;

const packageJson = (version: string) => `{\n  "name": "matricula",\n  "version": "${version}"\n}\n`;
const lockfile = (version: string) =>
  `${JSON.stringify(
    {
      name: 'matricula',
      version,
      packages: { '': { version }, 'node_modules/other': { version: '0.1.0' } },
    },
    null,
    2,
  )}\n`;

let folder: string;
const git = (...words: string[]) =>
  execFileSync('git', words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
const today = new Date(2026, 8, 5, 23, 30);
const releaseAs = (version: string) => release(version, { folder, today });

function commitAll() {
  git('add', '.');
  git('commit', '--quiet', '--message', 'all');
}

/** Runs a release that is refused and expects that it changed nothing. */
function expectRefused(version: string, message: RegExp) {
  const state = () => [git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag')].join('\n');
  const before = state();
  expect(() => releaseAs(version)).toThrow(message);
  expect(state()).toBe(before);
}

describe('npm run release', () => {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'release-'));
    git('init', '--quiet', '--initial-branch=main');
    git('config', 'user.name', 'Ada');
    git('config', 'user.email', 'ada@example.org');
    git('config', 'commit.gpgsign', 'false');
    git('config', 'tag.gpgsign', 'false');
    write('CHANGELOG.md', changelog);
    write('package.json', packageJson('0.1.0'));
    write('package-lock.json', lockfile('0.1.0'));
    commitAll();
  });
  afterEach(() => {
    vi.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });

  it('dates the unreleased changes, sets both versions, commits, tags, and says what to push', () => {
    const log = vi.spyOn(console, 'log').mockReturnValue();
    releaseAs('0.2.0');
    expect(read('CHANGELOG.md')).toBe(
      changelog.replace('## Unreleased\n', '## Unreleased\n\n## 0.2.0 (2026-09-05)\n'),
    );
    expect(read('package.json')).toBe(packageJson('0.2.0'));
    expect(read('package-lock.json')).toBe(lockfile('0.2.0'));
    expect(git('status', '--porcelain')).toBe('');
    expect(git('log', '-1', '--format=%s')).toBe('release: 0.2.0');
    expect(git('rev-parse', 'v0.2.0^{commit}')).toBe(git('rev-parse', 'HEAD'));
    expect(log).toHaveBeenCalledWith(expect.stringContaining('git push origin main v0.2.0'));
  });

  it('compares versions by number: 0.10.0 comes after 0.9.0', () => {
    vi.spyOn(console, 'log').mockReturnValue();
    releaseAs('0.9.0');
    write('CHANGELOG.md', read('CHANGELOG.md').replace('## Unreleased\n', '## Unreleased\n\n- More.\n'));
    commitAll();
    releaseAs('0.10.0');
    expect(git('tag').split('\n').sort()).toEqual(['v0.10.0', 'v0.9.0']);
  });

  it.each([
    ['0.2', /"0.2" is not a version/],
    ['v0.2.0', /"v0.2.0" is not a version/],
    ['0.1.0', /0.1.0 is not above 0.1.0/],
    ['0.0.9', /0.0.9 is not above 0.1.0/],
  ])('refuses the version %j and changes nothing', (version, message) => {
    expectRefused(version, message);
  });

  it('refuses while changes are uncommitted, and names the files', () => {
    write('notes.txt', 'new');
    expectRefused('0.2.0', /notes\.txt/);
  });

  it('refuses a version whose tag exists already', () => {
    git('tag', 'v0.2.0');
    expectRefused('0.2.0', /v0.2.0 exists already/);
  });

  it.each([
    ['an empty "Unreleased" section', changelog.replace('- Pages open faster.\n', '')],
    ['no "Unreleased" section', changelog.replace('## Unreleased', '## Later')],
  ])('refuses a changelog with %s', (_name, text) => {
    write('CHANGELOG.md', text);
    commitAll();
    expectRefused('0.2.0', /CHANGELOG\.md/);
  });
});
