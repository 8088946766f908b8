import { type KeyboardEvent, type ReactElement, type ReactNode, useId, useState } from 'react';
import { type Block, selectedTab, type Tabs } from '../../shared/form/index.ts';
import { needsAccount } from '../fields/needs-account.ts';
import { useTab } from '../form-state/form-store.ts';
import { useSession } from '../session/session.ts';
import { toast } from '../ui/toast.ts';
import type { TabSwitch } from './leave-tab.tsx';

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

/** Leaves the tab; what that takes is loaded when somebody does. */
function useLeaving(leaving: Omit<TabSwitch, 'to'>) {
  const isLoggedIn = useSession(({ is_logged_in }) => is_logged_in);
  const [left, setLeft] = useState<ReactElement>();
  async function switchTo(to: string): Promise<void> {
    if (to === leaving.from || !isLoggedIn) return;
    try {
      const { LeaveTab } = await import('./leave-tab.tsx');
      setLeft(<LeaveTab key={to} {...leaving} to={to} onEnd={() => setLeft(undefined)} />);
    } catch {
      toast.error(`Error handling tabs for ${leaving.label}`);
    }
  }
  return { isLoggedIn, left, switchTo: (to: string) => void switchTo(to) };
}

/** Alternatives of which one is kept; the other's answers are emptied. Visitors see the default one. */
export function TabGroup({ block: { id, label, tabs }, draw }: Props) {
  const prefix = useId();
  const elementOf = (tab: string) => `${prefix}${tab}`;
  const stored = useTab(id);
  const chosen = selectedTab(
    tabs.map((tab) => tab.id),
    stored,
  );
  const { isLoggedIn, left, switchTo } = useLeaving({ group: id, label, from: chosen, elementOf });
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
      {left}
    </div>
  );
}
