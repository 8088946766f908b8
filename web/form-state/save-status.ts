import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Patch } from '../../shared/form/index.ts';

export type SaveState = 'idle' | 'saving' | 'saved' | 'failed' | 'rejected';

/** Whether the last changes are saved. Only the save queue and the conflict dialog write it. */
interface SaveStatus {
  readonly state: SaveState;
  readonly at: number;
  /** Why the server rejected the save permanently. */
  readonly reason: string;
  /** Older values of questions that another tab or device changed meanwhile. */
  readonly conflicts: Patch;
  /** Whether the conflicts are from before this page was loaded. */
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

/** No longer asks about these conflicts on this page. The server keeps them until they are resolved. */
export const removeConflicts = (keys: readonly string[]): void =>
  saveStatus.setState(({ conflicts }) => ({
    conflicts: Object.fromEntries(Object.entries(conflicts).filter(([key]) => !keys.includes(key))),
  }));
