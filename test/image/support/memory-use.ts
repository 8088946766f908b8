import { readdirSync, readFileSync } from 'node:fs';

/** The ids of a process and of all that it has started. */
export function familyOf(ancestor: number): ReadonlySet<number> {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), parentOf(name)] as const);
  const family = new Set([ancestor]);
  for (let before = 0; before < family.size; ) {
    before = family.size;
    for (const [id, parent] of parents) if (family.has(parent)) family.add(id);
  }
  return family;
}

function parentOf(id: string): number {
  const stat = readOrNothing(`/proc/${id}/stat`);
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

/** A process may end while it is looked at. */
function readOrNothing(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Megabytes that a process and its descendants use; memory that they share counts once. */
export function memoryOf(ancestor: number): number {
  const kilobytes = [...familyOf(ancestor)].map((id) =>
    Number(/^Pss:\s+(\d+) kB/m.exec(readOrNothing(`/proc/${id}/smaps_rollup`))?.[1] ?? 0),
  );
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024;
}
