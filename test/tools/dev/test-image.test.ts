import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { ensurePrograms } from '../../../scripts/dev/programs.ts';
import { buildImage } from '../../../scripts/lab/office-image/build-image.ts';
import { suiteOf } from '../../../scripts/lab/office-image/debian-base.ts';
import { startRegistry } from '../../../scripts/lab/office-image/npm-registry.ts';
import { packagesOf } from '../../../scripts/lab/office-image/resolve-packages.ts';
import { retryOnce, runProgram } from '../../../scripts/lab/office-image/run-program.ts';
import { whyNotHere } from '../../../scripts/lab/office-image/where.ts';
import { ownCertificate } from '../../../scripts/local-cloud/tls/certificate.ts';

afterEach(() => vi.unstubAllEnvs());

test('test:image: a missing program that cannot be installed gives one sentence with the command', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'no-programs-'));
  writeFileSync(join(folder, 'apt-get'), '#!/bin/sh\nexit 100\n');
  chmodSync(join(folder, 'apt-get'), 0o755);
  vi.stubEnv('PATH', folder);
  vi.stubEnv('BUILDAH', '');
  await expect(ensurePrograms(['buildah'])).rejects.toThrow(
    /^buildah \(builds container images\) is missing: (sudo apt-get install -y buildah|run this on Linux.*|install buildah and set BUILDAH to its path)$/,
  );
  rmSync(folder, { recursive: true });
});

test('test:image: says where it runs', () => {
  expect(whyNotHere('linux', 0)).toBeUndefined();
  expect(whyNotHere('linux', 1000)).toMatch(/only root may: sudo npx matricula lab test image$/);
  expect(whyNotHere('darwin', 501)).toMatch(/runs on Linux/);
});

/** A program that fails at its first run with this line, and then no more. */
const failingOnce = (line: string) => {
  const file = join(mkdtempSync(join(tmpdir(), 'program-')), 'program');
  const script = `test -e "$0.ran" && exec echo done; : > "$0.ran"; echo '${line}' >&2; exit 100`;
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return () => runProgram(file, [], { failure: 'The program failed:' });
};

test('test:image: what the network made fail is done once more, and nothing else', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const lost = failingOnce(
    'E: Failed to fetch http://mirror.example/debian/pool/main/a/a.deb  Connection timed out',
  );
  expect(await retryOnce(lost)).toBe('done');
  const wrong = failingOnce('E: Unable to locate package libreoffice');
  await expect(retryOnce(wrong)).rejects.toThrow(
    'The program failed:\nE: Unable to locate package libreoffice',
  );
});

test('test:image: an image that cannot be built shows the lines of the failing step, whatever else is printed', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const folder = mkdtempSync(join(tmpdir(), 'buildah-'));
  const buildah = join(folder, 'buildah');
  const lines = ['E: Unable to locate package fonts-nowhere', 'subprocess exited with status 100'];
  const error = 'Error: building at STEP "RUN apt-get install fonts-nowhere": exit status 100';
  writeFileSync(
    buildah,
    `#!/bin/sh\ncase "$*" in *" build "*) ;; *) exit 0 ;; esac\n${lines.map((line) => `echo '${line}'`).join('\n')}\nseq 100\necho '${error}'\nexit 125\n`,
  );
  chmodSync(buildah, 0o755);
  const [base, storage, dockerfile] = ['base.tar', join(folder, 'storage'), join(folder, 'Dockerfile')];
  await expect(
    buildImage({ buildah, base, storage, dockerfile, folder }, join(folder, 'target')),
  ).rejects.toThrow(['The image could not be built:', ...lines, error].join('\n'));
  rmSync(folder, { recursive: true });
});

test('test:image: reads the release and the packages from the Dockerfile', async () => {
  const dockerfile = join(import.meta.dirname, '../../../lambdas/conversion/office-image/Dockerfile');
  expect(await suiteOf(dockerfile)).toBe('trixie');
  expect(await packagesOf(dockerfile)).toEqual([
    expect.arrayContaining(['cmake', 'g++', 'npm']),
    expect.arrayContaining(['libreoffice-writer-nogui', 'fonts-liberation', 'fonts-noto-core']),
  ]);
  expect((await packagesOf(dockerfile)).flat().filter((name) => !/^[a-z0-9.+-]+$/.test(name))).toEqual([]);
});

test("test:image: the build reaches a registry whose certificate only npm's settings name, and otherwise says why not", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'registry-'));
  const { key, cert } = await ownCertificate(folder);
  const upstream = createServer({ key, cert }, (_, response) => response.end('a package'));
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('npm_config_registry', `https://127.0.0.1:${(upstream.address() as AddressInfo).port}/`);
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  const ask = async () => {
    await using registry = await startRegistry();
    const reply = await fetch(`${registry.address}/tool/-/tool-1.0.0.tgz`);
    return { status: reply.status, text: await reply.text() };
  };

  vi.stubEnv('npm_config_cafile', '');
  expect((await ask()).status).toBe(502);
  expect(said).toHaveBeenCalledWith(
    expect.stringMatching(/\/tool-1\.0\.0\.tgz cannot be reached: .*certificate/),
  );

  vi.stubEnv('npm_config_cafile', join(folder, 'tls/cert.pem'));
  expect(await ask()).toEqual({ status: 200, text: 'a package' });
  upstream.closeAllConnections();
  upstream.close();
  said.mockRestore();
  rmSync(folder, { recursive: true });
});
