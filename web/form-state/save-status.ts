import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Patch } from '../../shared/form/index.ts';

/** Whether the last changes are saved. Only the save queue and the conflict dialog write it. */
interface SaveStatus {
  readonly state: 'idle' | 'saving' | 'saved' | 'failed' | 'rejected';
  readonly at: number;
  /** Why the server rejected the save permanently. */
  readonly reason: string;
  /** Older values of questions that another tab or device changed meanwhile. */
  readonly conflicts: Patch;
}
export const idleStatus: SaveStatus = { state: 'idle', at: 0, reason: '', conflicts: {} };
export const saveStatus = createStore<SaveStatus>(() => idleStatus);
export const useSaveStatus = (): SaveStatus => useStore(saveStatus);

export const resolveConflicts = (keys: readonly string[]): void =>
  saveStatus.setState(({ conflicts }) => ({
    conflicts: Object.fromEntries(Object.entries(conflicts).filter(([key]) => !keys.includes(key))),
  }));
