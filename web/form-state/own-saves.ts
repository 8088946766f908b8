import type { Patch, Value } from '../../shared/form/index.ts';

/**
 * What this page itself has sent and nobody acknowledged. When the reply to a save is lost, the next save hears of the first as of a change
 * from another place; nobody has to be asked about that.
 */
const sent = new Map<string, Set<Value>>();

const page = globalThis.crypto.randomUUID();
let number = 0;

/** Saves of one page may overtake each other on their way: the server keeps to the order in which they were sent. */
export function nextSaveOrder() {
  number += 1;
  return { page, number };
}

export function rememberSent(answers: Iterable<readonly [string, Value | undefined]>): void {
  for (const [key, value] of answers)
    if (value !== undefined) sent.set(key, (sent.get(key) ?? new Set()).add(value));
}

export const conflictsFromElsewhere = (conflicts: Patch): Patch =>
  Object.fromEntries(
    Object.entries(conflicts).filter(([key, older]) => older !== undefined && !sent.get(key)?.has(older)),
  );

export const forgetSent = (key: string): void => void sent.delete(key);
