import { join } from 'node:path';
import type { FSWatcher } from 'vite';
import { root } from '../build/root.ts';
import { chosenFiles } from '../build/university.ts';

/** Sources of the product, in addition to `web`, which Vite watches itself. */
const watched = ['lambdas', 'shared', 'bin', 'lib', 'scripts', 'cdk.json', 'package-lock.json'];

/** Files that are read only once, when the command starts: CDK stacks, tools, look-up lists. */
const readAtStart =
  /^(bin|lib|scripts)\/|^(cdk|package-lock)\.json$|^shared\/api\/routes\.ts$|^web\/vite\.config\.ts$|(^|\/)(deployments\.ts|lookup\/\w+\.tsv)$/;

/**
 * Saves less than this apart count as one edit: an editor may save several files, or one file in several
 * steps.
 */
const quietMs = 30;

/** Calls back with the absolute paths of each edit's files. Edits are handled one at a time. */
export function watchSources(
  watcher: FSWatcher,
  onEdit: (files: readonly string[]) => Promise<unknown>,
): () => void {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let underWay = Promise.resolve<unknown>(undefined);
  const flush = () => {
    underWay = underWay.then(async () => {
      const files = [...changed];
      changed.clear();
      if (files.length > 0) await onEdit(files);
    });
  };
  watcher.add([...watched.map((path) => join(root, path)), ...chosenFiles()]);
  watcher.on('all', (_event, file) => {
    changed.add(file);
    clearTimeout(timer);
    timer = setTimeout(flush, quietMs);
  });
  return () => clearTimeout(timer);
}

/** True if an edit of this file takes effect only after a restart. */
export const needsRestart = (name: string): boolean => readAtStart.test(name);
