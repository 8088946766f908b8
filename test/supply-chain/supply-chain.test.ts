import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../scripts/build/root.ts';
import { debianComponents } from '../../scripts/supply-chain/debian-packages.ts';
import { secretsIn } from '../../scripts/supply-chain/find-secrets.ts';
import { installScripts } from '../../scripts/supply-chain/install-scripts.ts';
import { isPermissive, unknownLicenses, unusedExceptions } from '../../scripts/supply-chain/licenses.ts';
import { lockedPackages, lockFolders } from '../../scripts/supply-chain/locked-packages.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

describe('packages', () => {
  const all = lockFolders.flatMap(lockedPackages);

  test('have permissive licenses, or an exception with its reason', () => {
    expect(all.length).toBeGreaterThan(400);
    expect(unknownLicenses(all)).toEqual([]);
    expect(unusedExceptions(all)).toEqual([]);
  });

  test.each([
    ['GPL-3.0-only', false],
    ['MIT AND GPL-2.0-only', false],
    ['(MIT OR GPL-3.0-or-later)', true],
    ['AGPL-3.0-or-later', false],
    ['UNLICENSED', false],
    ['', false],
  ])('with the license %j are permissive: %s', (license, expected) => {
    expect(isPermissive(license)).toBe(expected);
  });

  test('with an unknown license are named', () => {
    expect(unknownLicenses([{ name: 'new-one', version: '1.0.0', license: 'SSPL-1.0' }])).toEqual([
      'new-one 1.0.0: SSPL-1.0',
    ]);
  });

  test.each(lockFolders)(
    'of %s that want to run a program when installed are known, with what it would do',
    (folder) => {
      const withScripts = lockedPackages(folder).filter(({ hasInstallScript }) => hasInstallScript);
      expect(withScripts.map(({ name }) => name).toSorted()).toEqual(
        Object.keys(installScripts[folder] ?? {}).toSorted(),
      );
    },
  );

  test('of the project are installed without running their programs', () => {
    for (const file of ['scripts/run.mjs', '.github/actions/prepare/action.yml'])
      expect(read(file)).toMatch(/\bci\b.*--ignore-scripts/s);
    const workflows = ['.github/workflows/ci.yml', '.github/workflows/deploy.yml'].map(read).join('\n');
    for (const [line] of workflows.matchAll(/npm (ci|install|i)\b.*/g))
      expect(line).toContain('--ignore-scripts');
  });

  test('are pinned by a checksum, and come from the npm registry', () => {
    const loose = all.filter(({ integrity, inBundle }) => !inBundle && !integrity?.startsWith('sha512-'));
    expect(loose.map(({ name }) => name)).toEqual([]);
    const elsewhere = all.filter(({ resolved }) => resolved !== undefined);
    expect(elsewhere.map(({ name }) => name)).toEqual([]);
  });

  test('are named with exact versions', () => {
    for (const folder of lockFolders) {
      const { dependencies = {}, devDependencies = {} } = JSON.parse(read(`${folder}/package.json`));
      for (const version of Object.values({ ...dependencies, ...devDependencies }))
        expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    }
  });
});

describe('secrets', () => {
  /** Each is put together here, so that this file holds none. */
  const planted = {
    'an AWS access key': `key: ${'AKIA'}${'QWERTYUIOPASDFGH'}`,
    'an AWS secret key': `aws_secret_access_key = ${'wJalrXUtnFEMI/K7MDENG'}${'/bPxRfiCYzzzzzzzzkey'.slice(0, 19)}`,
    'a private key': `-----BEGIN ${'RSA '}PRIVATE KEY-----`,
    'a GitHub token': `ghp${'_'}${'a1'.repeat(18)}`,
    'an npm token': `npm${'_'}${'b2'.repeat(18)}`,
    'a Slack token or hook': `xoxb${'-'}1234567890-abcdef`,
    'a Google key': `AIza${'Sy'}${'c3'.repeat(16)}x`,
    'a Stripe key': `sk${'_live_'}${'d4'.repeat(12)}`,
    'a signed token': ['eyJhbGciOiJIUzI1NiIsInR5', 'eyJzdWIiOiIxMjM0NTY3ODkw', 's'.repeat(43)].join('.'),
    'a password in an address': `postgres://admin:${'hunter2hunter2'}@db.example.org/x`,
  };

  test.each(Object.entries(planted))('%s is found when somebody adds it', (kind, line) => {
    expect(secretsIn(`first\n${line}\n`)).toEqual([{ line: 2, kind }]);
  });

  test.each([
    'https://example.org/a:b',
    'user@example.org',
    'AKIAIOSFODNN7',
    '"AWS_SECRET_ACCESS_KEY": secret-key',
  ])('%j is none', (line) => {
    expect(secretsIn(line)).toEqual([]);
  });

  test('are in no file of the repository', () => {
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 10_000_000,
    });
    const files = listed
      .split('\0')
      .filter((file) => file !== '' && statSync(join(root, file), { throwIfNoEntry: false })?.isFile());
    expect(files.length).toBeGreaterThan(500);
    const found = files.flatMap((file) =>
      secretsIn(readFileSync(join(root, file), 'latin1')).map(({ line, kind }) => `${file}:${line} ${kind}`),
    );
    expect(found).toEqual([]);
  });
});

describe('npx matricula ops sbom', () => {
  test('writes what is deployed as CycloneDX, with versions, checksums and licenses', () => {
    const said = execFileSync(process.execPath, ['scripts/main.ts', 'ops', 'sbom'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(said).toContain('dist/sbom/matricula.cdx.json');
    const bill = JSON.parse(read('dist/sbom/matricula.cdx.json'));
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: expect.stringMatching(/^1\.\d$/) });
    const names = bill.components.map(({ name }: { name: string }) => name);
    const { dependencies } = JSON.parse(read('package.json'));
    expect(names).toEqual(expect.arrayContaining(Object.keys(dependencies)));
    expect(names).not.toContain('vitest');
    expect(bill.components.find(({ name }: { name: string }) => name === 'react')).toMatchObject({
      version: dependencies.react,
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
      licenses: [{ license: { id: 'MIT' } }],
    });
    const image = JSON.parse(read('dist/sbom/office-image.cdx.json'));
    expect(JSON.stringify(image.components)).toContain('pkg:npm/aws-lambda-ric@');
    expect(read('dist/sbom/licenses.md')).toContain(`| react | ${dependencies.react} | MIT |`);
  });

  test("lists Debian's packages as dpkg does inside the image", () => {
    const status = [
      'Package: libc6\nStatus: install ok installed\nArchitecture: arm64\nVersion: 2.41-12+deb13u1\nDescription: GNU',
      'Package: gone\nStatus: deinstall ok config-files\nArchitecture: all\nVersion: 1',
    ].join('\n\n');
    expect(debianComponents(status)).toEqual([
      {
        type: 'library',
        name: 'libc6',
        version: '2.41-12+deb13u1',
        purl: 'pkg:deb/debian/libc6@2.41-12%2Bdeb13u1?arch=arm64&distro=trixie',
      },
    ]);
  });
});
