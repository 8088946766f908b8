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
  writeFileSync(own, `${process.pid} ${lifeOf(process.pid)?.began ?? ''}`.trim());
  try {
    while (!linked(own, file)) {
      const owner = read(file);
      const pid = pidIn(owner);
      if (pid === process.pid ? held.has(file) : isAlive(owner)) return pid;
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

/** Creates the lock as a link: unlike a write, it is atomic and includes the content. */
function linked(from: string, to: string) {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes the lock of a process that has ended. If another process took the lock first, it is put back. */
function removeOf(owner: string, file: string) {
  const aside = `${file}.${process.pid}.old`;
  try {
    renameSync(file, aside);
  } catch {
    return; // gone already
  }
  if (read(aside) !== owner) linked(aside, file);
  rmSync(aside, { force: true });
}

/** Content of a lock: the owner's process id and, on Linux, the process's start time. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

const pidIn = (owner: string) => Number(owner.split(' ')[0]);

/**
 * An ended process stays in the process table until its parent reads its exit status, and its id may be
 * reused.
 */
function isAlive(owner: string) {
  const [pid, began] = [pidIn(owner), owner.split(' ')[1]];
  if (!(pid > 0) || !isKnown(pid)) return false;
  const life = lifeOf(pid);
  if (life === undefined) return true; // not Linux
  return !['Z', 'X'].includes(life.state) && (began === undefined || began === life.began);
}

function isKnown(pid: number) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // the process of another user
  }
}

/** State and start time of a process on Linux. The name before them may contain anything. */
function lifeOf(pid: number) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\)\s/s, '')
      .split(' ');
    return { state: fields[0] ?? '', began: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}
