import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { routes } from '../../shared/api/routes.ts';
import type { Block, Tabs } from '../../shared/form/index.ts';
import { call } from '../api/call.ts';
import { UnauthorizedError } from '../api/errors.ts';
import { useSnapshot } from '../session/snapshot.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.ts';
import { needsAccount } from './add-another.tsx';
import { commit } from './answer.ts';
import { standing, useTab } from './standing.ts';

interface Props {
  readonly block: Tabs;
  readonly draw: (blocks: readonly Block[]) => ReactNode;
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Alternatives of which one is kept; the other's answers are emptied. Visitors see the default one. */
export function TabGroup({ block: { id, label, tabs }, draw }: Props) {
  const prefix = useId();
  const isLoggedIn = useSnapshot(({ is_logged_in }) => is_logged_in);
  const chosen = useTab(id) ?? tabs[0]?.id ?? '';
  const [isBlocked, setBlocked] = useState(false);

  const switchTo = async (tab: string) => {
    if (tab === chosen || !isLoggedIn) return;
    try {
      const { deleteFilesOf, isFileUnderWay } = await import('./tab-documents.ts');
      if (isFileUnderWay(id, chosen)) return setBlocked(true);
      await deleteFilesOf(id, chosen);
      await call(routes.application.putTabs, { body: { tab_id: id, chosen_tab: tab } });
      standing.setState((now) => ({ tabs: { ...now.tabs, [id]: tab } }));
      commit();
    } catch (error) {
      if (!(error instanceof UnauthorizedError)) toast.error(`Error handling tabs for ${label}`);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const place = tabs.findIndex((tab) => tab.id === chosen) + (steps[event.key] ?? 0);
    const next = tabs.at(place % tabs.length);
    if (!(event.key in steps) || next === undefined) return;
    document.getElementById(`${prefix}${next.id}`)?.focus();
    void switchTo(next.id);
  };
  return (
    <div className="tabs">
      <div role="tablist" aria-label={label}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`${prefix}${tab.id}`}
            type="button"
            role="tab"
            aria-selected={tab.id === chosen}
            aria-controls={`${prefix}panel`}
            aria-disabled={(!isLoggedIn && tab.id !== chosen) || undefined}
            tabIndex={tab.id === chosen ? 0 : -1}
            onKeyDown={onKeyDown}
            onClick={() => void switchTo(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {!isLoggedIn && <p className="hint">{needsAccount}</p>}
      <div role="tabpanel" id={`${prefix}panel`} aria-labelledby={`${prefix}${chosen}`}>
        {draw(tabs.find((tab) => tab.id === chosen)?.blocks ?? [])}
      </div>
      <Dialog
        isOpen={isBlocked}
        onClose={() => setBlocked(false)}
        title="File Upload in Progress"
        isAlert
        actions={
          <Button look="primary" size="next" onClick={() => setBlocked(false)}>
            Close
          </Button>
        }
      >
        <p>Please wait until the file upload has completed.</p>
      </Dialog>
    </div>
  );
}
