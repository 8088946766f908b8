import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { LocalCloudError } from './error.ts';

/** Keeps a second local cloud from using the same data. */
export const holdFolder = (folder: string): (() => void) =>
  holdFile(
    join(folder, 'process'),
    (owner) =>
      `The data folder ${folder} is in use by process ${owner}: stop it, or choose another with --data.`,
  );

/**
 * Takes a lock file until the returned function is called. Throws if another process of this machine has it.
 * The lock file of a killed process is taken over.
 */
export function holdFile(file: string, refusal: (owner: number) => string): () => void {
  const owner = take(file);
  if (owner !== undefined) throw new LocalCloudError(refusal(owner));
  return () => release(file);
}

/** Runs `work` while no other process of this machine has the lock file. */
export async function withLock<T>(
  file: string,
  work: () => Promise<T>,
  onWait: (owner: number) => void,
): Promise<T> {
  mkdirSync(dirname(file), { recursive: true });
  let owner = take(file);
  if (owner !== undefined) onWait(owner);
  for (; owner !== undefined; owner = take(file)) await pause(100);
  try {
    return await work();
  } finally {
    release(file);
  }
}

/**
 * Locks of this process. A lock file may contain its process id and still be older: in containers, every main
 * process has id 1.
 */
const held = new Set<string>();

/** Takes a lock. If another process has it, returns that process's id. */
function take(file: string): number | undefined {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    // A link appears together with its content, unlike a file that is written.
    while (!isLinked(own, file)) {
      const owner = ownerOf(file);
      if (owner === process.pid ? held.has(file) : isRunning(owner)) return owner;
      removeOf(owner, file);
    }
  } finally {
    rmSync(own, { force: true });
  }
  held.add(file);
  return undefined;
}

function release(file: string) {
  held.delete(file);
  rmSync(file, { force: true });
}

function isLinked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes the lock of a process that has ended. If another process took the lock first, it is put back. */
function removeOf(owner: number, file: string) {
  const aside = `${file}.${process.pid}.old`;
  try {
    renameSync(file, aside);
  } catch {
    return; // another process has removed it
  }
  if (ownerOf(aside) !== owner) isLinked(aside, file);
  rmSync(aside, { force: true });
}

/** The process id in a lock file; 0 when the file is gone. */
function ownerOf(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}

function isRunning(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // the process of another user
  }
}
