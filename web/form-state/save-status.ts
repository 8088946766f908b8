import type { Patch } from '../../shared/form/index.ts';
import { createValue } from '../value.ts';

export type SaveState = 'idle' | 'saving' | 'saved' | 'failed' | 'rejected';

/** The save status of the last changes. Only the save queue and the conflict dialog write it. */
interface SaveStatus {
  readonly state: SaveState;
  readonly at: number;
  /** The reason why answers of the last save cannot be stored. */
  readonly reason: string;
  /** Why answers cannot be stored, for the field of each question, by the key of its errors. */
  readonly refused: Readonly<Record<string, string>>;
  /** Older values of questions that another tab or device changed in the meantime. */
  readonly conflicts: Patch;
  /** True if the conflicts are from before this page was loaded. */
  readonly areConflictsLoaded: boolean;
}
export const idleStatus: SaveStatus = {
  state: 'idle',
  at: 0,
  reason: '',
  refused: {},
  conflicts: {},
  areConflictsLoaded: false,
};
export const saveStatus = createValue(idleStatus);
export const useSaveStatus = (): SaveStatus => saveStatus.use((status) => status);

/** Hides these conflicts on this page. The server keeps them until they are resolved. */
export const removeConflicts = (keys: readonly string[]): void =>
  saveStatus.change({
    conflicts: Object.fromEntries(
      Object.entries(saveStatus.get().conflicts).filter(([key]) => !keys.includes(key)),
    ),
  });
