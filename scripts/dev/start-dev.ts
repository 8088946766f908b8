import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { root } from '../build/root.ts';
import type { DevOptions } from './dev.ts';

/** Folders that the command itself imports. An error in one of them keeps it from starting. */
const imported = ['shared', 'lib', 'scripts'];

/**
 * Starts `npm run dev`. If a file that it imports is broken (a partner, for example), the terminal and a page
 * show the error until the next save. The save starts the command again.
 */
export async function startDev(options: DevOptions): Promise<void> {
  const loaded = await import('./dev.ts').catch((error: unknown) => ({ error }));
  if (!('error' in loaded)) return loaded.dev(options);
  const message =
    loaded.error instanceof Error ? (loaded.error.stack ?? loaded.error.message) : String(loaded.error);
  console.error(`${message}\n\nnpm run dev starts when this is corrected and saved.`);
  const closePage = await showError(message, options.port);
  await nextEdit();
  await closePage();
  await startAgain();
}

/**
 * Shows the error at the command's address, on a page that reloads itself. Resolves with a function that
 * closes the page.
 */
async function showError(message: string, port: number): Promise<() => Promise<void>> {
  const text = message.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const server = createServer((_, response) => {
    response.writeHead(500, { 'content-type': 'text/html; charset=utf-8', refresh: '1' });
    response.end(`<!doctype html><title>Waiting for a correction</title><pre>${text}</pre>`);
  });
  // If the port is in use, the next start reports it.
  await new Promise<void>((done) =>
    server
      .once('error', () => done())
      .listen(port, '127.0.0.1', () => {
        const address = server.address();
        if (typeof address === 'object' && address)
          console.error(`Shown at http://127.0.0.1:${address.port}`);
        done();
      }),
  );
  return async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
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
