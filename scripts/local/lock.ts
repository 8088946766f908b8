import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from './refusal.ts';

/** Keeps a second local cloud from using the same data. A process that was killed leaves a file that is taken over. */
export function holdFolder(folder: string): () => void {
  const file = join(folder, 'process');
  const owner = Number(readOr(file, '0'));
  if (owner !== process.pid && isAlive(owner)) {
    throw new Refusal(
      `The data folder ${folder} is in use by process ${owner}: stop it, or choose another with --data.`,
    );
  }
  writeFileSync(file, String(process.pid));
  return () => rmSync(file, { force: true });
}

function readOr(file: string, otherwise: string) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return otherwise;
  }
}

function isAlive(pid: number) {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
