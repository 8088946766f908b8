import { randomUUID } from 'node:crypto';
import { now } from '../runtime/clock.ts';
import { expression, same, set } from './expression.ts';
import * as items from './items.ts';
import { keys } from './keys.ts';
import { del, put, update } from './table.ts';

// One pass over all users, which takes several runs of the function when there are many. A run takes the pass
// for a time, so that two runs never go through it together.

export type RetentionRun = items.RetentionRun & { readonly run: string };

/**
 * Begins a new pass, which replaces one that is unfinished, and takes it until a time in milliseconds since
 * 1970.
 */
export async function beginRetention(until: number, allowed: boolean): Promise<RetentionRun> {
  const begun: RetentionRun = { run: randomUUID(), phase: 'count', users: 0, ends: 0, allowed };
  await put({ ...keys.retention, ...begun, until });
  return begun;
}

/** Takes the unfinished pass that no other run has. Undefined when there is none. */
export async function takeRetention(until: number): Promise<RetentionRun | undefined> {
  const run = randomUUID();
  const taken = await update(keys.retention, set({ run, until }), { if: expression`until < ${now()}` });
  return taken && { ...items.retentionRun.parse(taken), run };
}

/** Stores how far a pass is. False when another run has it, which then goes on instead. */
export const saveRetention = (state: RetentionRun, until: number): Promise<boolean> =>
  put({ ...keys.retention, ...state, until }, { if: same({ run: state.run }) });

export const endRetention = ({ run }: RetentionRun): Promise<boolean> =>
  del(keys.retention, { if: same({ run }) });
