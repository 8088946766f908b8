import { useState } from 'react';
import { routes } from '../../shared/api/routes.ts';
import { call } from '../api/call.ts';
import { UnauthorizedError } from '../api/errors.ts';
import { useSnapshot } from '../session/snapshot.ts';
import { toast } from '../ui/toast.ts';
import { follow } from './answer.ts';
import { standing } from './standing.ts';
import { hush } from './told.ts';

interface TabGroup {
  readonly id: string;
  readonly label: string;
  readonly chosen: string;
  /** The id of a tab's own element. */
  readonly elementOf: (tab: string) => string;
}
/** Why a tab is not left at once: a file is on its way, or would be deleted. */
type Held = { readonly by: 'upload' } | { readonly by: 'file'; readonly next: string };

/** Leaves one tab for another: what the first holds is emptied, and its file deleted once somebody has said so. */
export function useTabSwitch({ id, label, chosen, elementOf }: TabGroup) {
  const isLoggedIn = useSnapshot(({ is_logged_in }) => is_logged_in);
  const [held, setHeld] = useState<Held>();

  async function leave(from: string, next: string, isFileGiven: boolean): Promise<void> {
    const { deleteFilesOf, hasFile, isFileUnderWay } = await import('./tab-documents.ts');
    if (isFileUnderWay(id, from)) return setHeld({ by: 'upload' });
    if (hasFile(id, from) && !isFileGiven) return setHeld({ by: 'file', next });
    await deleteFilesOf(id, from);
    await call(routes.application.putTabs, { body: { tab_id: id, chosen_tab: next } });
    standing.setState((now) => ({ tabs: { ...now.tabs, [id]: next } }));
    hush();
    follow({ undo: { act: () => void switchTo(from, next), at: elementOf(from) } });
  }

  async function switchTo(next: string, from = chosen, isFileGiven = false): Promise<void> {
    if (next === from || !isLoggedIn) return;
    try {
      await leave(from, next, isFileGiven);
    } catch (error) {
      if (!(error instanceof UnauthorizedError)) toast.error(`Error handling tabs for ${label}`);
    }
  }

  return {
    isLoggedIn,
    held,
    switchTo: (next: string) => void switchTo(next),
    stay: () => setHeld(undefined),
    deleteAndGo: () => {
      setHeld(undefined);
      if (held?.by === 'file') void switchTo(held.next, chosen, true);
    },
  };
}
