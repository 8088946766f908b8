import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { bundle } from '../../build/bundle.ts';
import { root } from '../../build/root.ts';

/** Bundles a measured module like the functions. On AWS no types are stripped at run time. */
export async function bundleForBench(entry: string, name: string): Promise<void> {
  const { files } = await bundle(entry, join(root, '.cache/bench', name));
  for (const { path, contents } of files) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, contents);
  }
}
