import { type ReactNode, Suspense, useLayoutEffect, useRef, useState } from 'react';
import type { AddAnother as AnyAddAnother } from '../../shared/form/index.ts';
import { NeedsAccount } from '../fields/needs-account.tsx';
import { useCount } from '../form-state/form-store.ts';
import { saveCount } from '../form-state/save-count.ts';
import { firstControl } from '../layout/use-page-arrival.tsx';
import { useSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { lazyWithRetry } from '../ui/lazy-with-retry.ts';

const RemoveLast = lazyWithRetry(() => import('./remove-last.tsx'));

/** Repeated blocks. An applicant adds them one by one up to their limit; the count is saved. */
export function AddAnother({ block, children }: { block: AnyAddAnother; children: ReactNode }) {
  const { id, label, copies } = block;
  const count = useCount(id);
  const isLoggedIn = useSession(({ is_logged_in }) => is_logged_in);
  const [isBusy, setBusy] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const nextFocus = useRef<() => HTMLElement | null | undefined>(undefined);

  // The pressed button may be removed, so the focus moves to the new block or to the remaining buttons.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for per change of the count
  useLayoutEffect(() => {
    const element = nextFocus.current?.();
    if (element) (firstControl(element) ?? element).focus();
    nextFocus.current = undefined;
  }, [count]);

  const add = async () => {
    const fields = () => container.current?.querySelectorAll<HTMLElement>('.field') ?? [];
    const countBefore = fields().length;
    nextFocus.current = () => fields()[countBefore];
    setBusy(true);
    await saveCount(id, count + 1, `Error adding another ${label}`);
    setBusy(false);
  };
  const focusOnButtons = () => {
    nextFocus.current = () => container.current?.querySelector<HTMLElement>(':scope > .add-another-buttons');
  };
  return (
    <div ref={container} className="add-another">
      {children}
      {!isLoggedIn && (
        <div className="add-another-buttons">
          <Button isBusy>
            Add Another<span className="unseen"> {label}</span>
          </Button>
          <NeedsAccount className="hint" />
        </div>
      )}
      {isLoggedIn && (
        <div className="add-another-buttons">
          {count < copies.length && (
            <Button onClick={() => void add()} isBusy={isBusy}>
              Add Another<span className="unseen"> {label}</span>
            </Button>
          )}
          <Suspense>
            {count > 1 && <RemoveLast id={id} count={count} label={label} onRemove={focusOnButtons} />}
          </Suspense>
        </div>
      )}
    </div>
  );
}
