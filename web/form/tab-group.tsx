import { type KeyboardEvent, type ReactElement, type ReactNode, useId, useState } from 'react';
import { type Block, selectedTab, type Tabs } from '../../shared/form/index.ts';
import { useTab } from '../form-state/form-store.ts';
import { useSession } from '../session/session.ts';
import { toast } from '../ui/toast.ts';
import type { TabSwitch } from './leave-tab.tsx';
import { tabError } from './tab-error.ts';

interface Props {
  readonly block: Tabs;
  readonly renderBlocks: (blocks: readonly Block[]) => ReactNode;
}

/**
 * The tab that a key moves the focus to. Arrow keys only move the focus: switching clears answers, so it
 * needs Enter, Space or a click.
 */
const focusMoves: Readonly<Record<string, (index: number, lastIndex: number) => number>> = {
  ArrowRight: (index, lastIndex) => (index === lastIndex ? 0 : index + 1),
  ArrowLeft: (index, lastIndex) => (index === 0 ? lastIndex : index - 1),
  Home: () => 0,
  End: (_, lastIndex) => lastIndex,
};

function moveFocus(event: KeyboardEvent<HTMLButtonElement>): void {
  const tabs = [...(event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])];
  const next = focusMoves[event.key]?.(tabs.indexOf(event.currentTarget), tabs.length - 1);
  if (next === undefined) return;
  event.preventDefault();
  tabs[next]?.focus();
}

/** Switches to another tab. The code for that loads on demand. */
function useTabSwitch({ block, from }: Omit<TabSwitch, 'to'>) {
  const [leaveDialog, setLeaveDialog] = useState<ReactElement>();
  async function switchTo(to: string): Promise<void> {
    if (to === from) return;
    try {
      const { LeaveTab } = await import('./leave-tab.tsx');
      setLeaveDialog(<LeaveTab key={to} {...{ block, from, to }} onEnd={() => setLeaveDialog(undefined)} />);
    } catch {
      toast.error(tabError(block.label));
    }
  }
  return { leaveDialog, switchTo: (to: string) => void switchTo(to) };
}

/**
 * Alternatives of which one is kept: switching deletes the answers of the other. Anonymous visitors see only
 * the default tab.
 */
export function TabGroup({ block, renderBlocks }: Props) {
  const { id, label, branches: tabs } = block;
  const prefix = useId();
  const elementOf = (tab: string) => `${prefix}${tab}`;
  const isLoggedIn = useSession(({ is_logged_in }) => is_logged_in);
  const shown = isLoggedIn ? tabs : tabs.slice(0, 1);
  const stored = useTab(id);
  const chosen = selectedTab(
    shown.map((tab) => tab.id),
    stored,
  );
  const { leaveDialog, switchTo } = useTabSwitch({ block, from: chosen });
  return (
    <div className="stack tabs">
      <div role="tablist" aria-label={label}>
        {shown.map((tab) => (
          <button
            key={tab.id}
            id={elementOf(tab.id)}
            type="button"
            role="tab"
            aria-selected={tab.id === chosen}
            aria-controls={`${prefix}panel`}
            tabIndex={tab.id === chosen ? 0 : -1}
            onKeyDown={moveFocus}
            onClick={() => switchTo(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${prefix}panel`} aria-labelledby={elementOf(chosen)}>
        {renderBlocks(tabs.find((tab) => tab.id === chosen)?.blocks ?? [])}
      </div>
      {leaveDialog}
    </div>
  );
}
