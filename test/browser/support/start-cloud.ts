import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const root = join(import.meta.dirname, '../../..');

/** Starts the product as `npm start` does, with an empty data folder, and ends it after the last test. */
export default async function startCloud(): Promise<() => Promise<void>> {
  if (process.env.MATRICULA_URL !== undefined) return async () => {};
  const data = mkdtempSync(join(tmpdir(), 'matricula-browser-'));
  const cloud = spawn(
    process.execPath,
    [join(root, 'scripts/main.ts'), 'start', '--port', '0', '--data', data, '--reset'],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = new Promise<void>((resolve) => cloud.once('exit', () => resolve()));
  process.env.MATRICULA_URL = await addressOf(cloud.stdout);
  process.env.MATRICULA_DATA = data;
  return async () => {
    cloud.kill('SIGTERM');
    await ended;
    rmSync(data, { recursive: true, force: true });
  };
}

async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const address = /^Ready: (\S+)/.exec(line)?.[1];
    if (address !== undefined) {
      output.resume();
      return address;
    }
  }
  throw new Error('The local cloud ended before it was ready.');
}
