import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A group of processes that the kernel stops when they use more memory than allowed. */
interface MemoryLimit {
  /** A process that writes its id here joins the group, with all that it starts. */
  readonly processes: string;
  /** Once all its processes have ended. */
  readonly remove: () => Promise<void>;
}

const canRead = (file: string, word: string) => existsSync(file) && readFileSync(file, 'utf8').includes(word);

/** Both versions of the kernel's interface. */
const interfaces = [
  {
    folder: '/sys/fs/cgroup',
    isHere: () => canRead('/sys/fs/cgroup/cgroup.subtree_control', 'memory'),
    limits: (bytes: number) => ({ 'memory.max': bytes, 'memory.swap.max': 0 }),
  },
  {
    folder: '/sys/fs/cgroup/memory',
    isHere: () => existsSync('/sys/fs/cgroup/memory/memory.limit_in_bytes'),
    limits: (bytes: number) => ({ 'memory.limit_in_bytes': bytes }),
  },
];

/** Undefined where this process may make no such group, as in many containers. */
export function limitMemory(megabytes: number): MemoryLimit | undefined {
  const found = interfaces.find(({ isHere }) => isHere());
  if (found === undefined) return undefined;
  const group = join(found.folder, `office-image-${crypto.randomUUID()}`);
  try {
    mkdirSync(group);
  } catch {
    return undefined;
  }
  for (const [file, value] of Object.entries(found.limits(megabytes * 1_048_576)))
    if (existsSync(join(group, file))) writeFileSync(join(group, file), String(value));
  return { processes: join(group, 'cgroup.procs'), remove: () => removeEmpty(group) };
}

/** Processes that were killed leave their group a moment later. */
async function removeEmpty(group: string): Promise<void> {
  try {
    rmdirSync(group);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EBUSY') throw error;
    await pause(10);
    return removeEmpty(group);
  }
}
