import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Patch } from '../../shared/form/index.ts';

/** How saving stands, for the quiet line and for whoever is asked which answer to keep. */
interface Saving {
  readonly state: 'idle' | 'saving' | 'saved' | 'failed' | 'refused';
  readonly at: number;
  /** Why trying again cannot help. */
  readonly reason: string;
  /** Older values of keys that another tab or device had changed meanwhile (decision H-22). */
  readonly conflicts: Patch;
}
export const calm: Saving = { state: 'idle', at: 0, reason: '', conflicts: {} };
export const saving = createStore<Saving>(() => calm);
export const useSaving = (): Saving => useStore(saving);

export const settleConflicts = (keys: readonly string[]): void =>
  saving.setState(({ conflicts }) => ({
    conflicts: Object.fromEntries(Object.entries(conflicts).filter(([key]) => !keys.includes(key))),
  }));
