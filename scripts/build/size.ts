import { gzipSync } from 'node:zlib';
import type { Bundle } from './bundle.ts';
import { fromRoot } from './root.ts';

/** Kilobytes after gzip: all of a function's code, and the part that is loaded before its first call. */
export interface BundleSize {
  readonly name: string;
  readonly eager: number;
  readonly all: number;
}

/** Measures a bundle. Dynamic imports count only in `all`. */
export function sizeOf(name: string, { files, metafile }: Bundle): BundleSize {
  const gzipped = new Map(
    files
      .filter(({ path }) => path.endsWith('.mjs'))
      .map(({ path, contents }) => [fromRoot(path), gzipSync(contents).length]),
  );
  const kilobytes = (paths: Iterable<string>) =>
    Math.round([...paths].reduce((sum, path) => sum + (gzipped.get(path) ?? 0), 0) / 100) / 10;
  return { name, eager: kilobytes(staticallyImported(metafile.outputs)), all: kilobytes(gzipped.keys()) };
}

function staticallyImported(outputs: Bundle['metafile']['outputs']): ReadonlySet<string> {
  const seen = new Set<string>();
  const visit = (path: string) => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const { kind, path: next } of outputs[path]?.imports ?? [])
      if (kind === 'import-statement') visit(next);
  };
  for (const path of Object.keys(outputs).filter((each) => each.endsWith('/index.mjs'))) visit(path);
  return seen;
}
