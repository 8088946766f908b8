import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Patch } from '../../shared/form/index.ts';

export type SaveState = 'idle' | 'saving' | 'saved' | 'failed' | 'rejected';

/** The save status of the last changes. Only the save queue and the conflict dialog write it. */
interface SaveStatus {
  readonly state: SaveState;
  readonly at: number;
  /** The reason why the server rejected the save permanently. */
  readonly reason: string;
  /** Older values of questions that another tab or device changed in the meantime. */
  readonly conflicts: Patch;
  /** True if the conflicts are from before this page was loaded. */
  readonly areConflictsLoaded: boolean;
}
export const idleStatus: SaveStatus = {
  state: 'idle',
  at: 0,
  reason: '',
  conflicts: {},
  areConflictsLoaded: false,
};
export const saveStatus = createStore<SaveStatus>(() => idleStatus);
export const useSaveStatus = (): SaveStatus => useStore(saveStatus);

/** Hides these conflicts on this page. The server keeps them until they are resolved. */
export const removeConflicts = (keys: readonly string[]): void =>
  saveStatus.setState(({ conflicts }) => ({
    conflicts: Object.fromEntries(Object.entries(conflicts).filter(([key]) => !keys.includes(key))),
  }));
