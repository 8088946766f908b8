import { join } from 'node:path';
import type { FSWatcher } from 'vite';
import { root } from '../build/root.ts';

/** Beside web, which Vite watches, what the product is made from. */
const watched = ['lambdas', 'shared', 'bin', 'lib', 'scripts', 'data', 'cdk.json', 'package-lock.json'];

/** What is read once, when the command starts: the description of the cloud, the tools, the look-up lists. */
const readAtStart =
  /^(bin|lib|scripts|data)\/|^(cdk|package-lock)\.json$|^shared\/api\/routes\.ts$|^web\/vite\.config\.ts$/;

/** An editor that saves several files, or one in several steps, makes one edit. */
const quietMs = 30;

/** Calls back with each edit's files, by their absolute paths; one edit is dealt with after the other. */
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
  watcher.add(watched.map((path) => join(root, path)));
  watcher.on('all', (_event, file) => {
    changed.add(file);
    clearTimeout(timer);
    timer = setTimeout(flush, quietMs);
  });
  return () => clearTimeout(timer);
}

/** Whether an edit of this file takes effect only after a restart. */
export const needsRestart = (name: string): boolean => readAtStart.test(name);
