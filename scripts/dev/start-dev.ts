import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { root } from '../build/root.ts';
import type { DevOptions } from './dev.ts';

/** Folders that the command itself imports. An error in one of them keeps it from starting. */
const imported = ['shared', 'lib', 'scripts'];

/**
 * Starts `npm run dev`. If a file that it imports is broken (a partner, for example), the terminal shows the
 * error, and the next save starts the command again.
 */
export async function startDev(options: DevOptions): Promise<void> {
  const loaded = await import('./dev.ts').catch((error: unknown) => ({ error }));
  if (!('error' in loaded)) return loaded.dev(options);
  console.error(loaded.error);
  console.error('\nnpm run dev starts when this is corrected and saved.');
  await nextEdit();
  await startAgain();
}

const nextEdit = () =>
  new Promise<void>((done) => {
    const watchers = imported.map((folder) =>
      watch(join(root, folder), { recursive: true }, () => {
        for (const each of watchers) each.close();
        done();
      }),
    );
  });

/** Uses a new process, because Node cannot import a module again after a failed import. */
async function startAgain() {
  const child = spawn(process.execPath, [join(root, 'scripts/main.ts'), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  const stop = (signal: NodeJS.Signals) => child.kill(signal);
  process.on('SIGINT', stop).on('SIGTERM', stop);
  process.exitCode = await new Promise<number>((done) => child.once('exit', (code) => done(code ?? 1)));
  process.off('SIGINT', stop).off('SIGTERM', stop);
}
