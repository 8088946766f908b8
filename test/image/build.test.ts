import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildImage } from '../../scripts/lab/office-image/build-image.ts';

test('office image: a Dockerfile that fails shows the last lines of the failing step, and nothing stays', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'image-'));
  const dockerfile = join(folder, 'Dockerfile');
  const [storage, target] = [join(folder, 'storage'), join(folder, 'target')];
  writeFileSync(
    dockerfile,
    'ARG BASE\nFROM $BASE\nRUN echo "E: Unable to locate package libreoffice-writer-nogui" >&2; exit 100\n',
  );
  const { BUILDAH: buildah = '', DEBIAN_BASE: base = '' } = process.env;
  await expect(buildImage({ buildah, base, storage, dockerfile, folder }, target)).rejects.toThrow(
    /The image could not be built:[\s\S]*E: Unable to locate package libreoffice-writer-nogui[\s\S]*exit status 100/,
  );
  expect([storage, target].filter((each) => existsSync(each))).toEqual([]);
  rmSync(folder, { recursive: true });
});
