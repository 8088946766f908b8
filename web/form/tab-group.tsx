import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { type Block, chosenTab, type Tabs } from '../../shared/form/index.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { needsAccount } from './add-another.tsx';
import { useTab } from './standing.ts';
import { useTabSwitch } from './use-tab-switch.ts';

interface Props {
  readonly block: Tabs;
  readonly draw: (blocks: readonly Block[]) => ReactNode;
}

/** Where a key leads from a tab. Arrows only move: to switch empties answers, so it takes Enter, Space or a click. */
const steps: Readonly<Record<string, (place: number, last: number) => number>> = {
  ArrowRight: (place, last) => (place === last ? 0 : place + 1),
  ArrowLeft: (place, last) => (place === 0 ? last : place - 1),
  Home: () => 0,
  End: (_, last) => last,
};

function moveFocus(event: KeyboardEvent<HTMLButtonElement>): void {
  const tabs = [...(event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])];
  const next = steps[event.key]?.(tabs.indexOf(event.currentTarget), tabs.length - 1);
  if (next === undefined) return;
  event.preventDefault();
  tabs[next]?.focus();
}

/** Alternatives of which one is kept; the other's answers are emptied. Visitors see the default one. */
export function TabGroup({ block: { id, label, tabs }, draw }: Props) {
  const prefix = useId();
  const elementOf = (tab: string) => `${prefix}${tab}`;
  const stored = useTab(id);
  const chosen = chosenTab(
    tabs.map((tab) => tab.id),
    stored,
  );
  const { isLoggedIn, held, switchTo, stay, deleteAndGo } = useTabSwitch({ id, label, chosen, elementOf });
  return (
    <div className="tabs">
      <div role="tablist" aria-label={label}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={elementOf(tab.id)}
            type="button"
            role="tab"
            aria-selected={tab.id === chosen}
            aria-controls={`${prefix}panel`}
            aria-disabled={(!isLoggedIn && tab.id !== chosen) || undefined}
            tabIndex={tab.id === chosen ? 0 : -1}
            onKeyDown={moveFocus}
            onClick={() => switchTo(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {!isLoggedIn && <p className="hint">{needsAccount}</p>}
      <div role="tabpanel" id={`${prefix}panel`} aria-labelledby={elementOf(chosen)}>
        {draw(tabs.find((tab) => tab.id === chosen)?.blocks ?? [])}
      </div>
      <Dialog
        isOpen={held?.by === 'upload'}
        onClose={stay}
        title="File Upload in Progress"
        isAlert
        actions={
          <Button look="primary" size="next" onClick={stay}>
            Close
          </Button>
        }
      >
        <p>Please wait until the file upload has completed.</p>
      </Dialog>
      <Dialog
        isOpen={held?.by === 'file'}
        onClose={stay}
        title="Delete File"
        isAlert
        actions={
          <>
            <Button size="fit" onClick={stay}>
              Cancel
            </Button>
            <Button look="danger" size="fit" onClick={deleteAndGo}>
              Delete
            </Button>
          </>
        }
      >
        <p>Only one of the two is kept. Your file will be deleted.</p>
      </Dialog>
    </div>
  );
}
