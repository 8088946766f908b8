import { type ReactNode, Suspense, useLayoutEffect, useRef, useState } from 'react';
import type { AddAnother as AnyAddAnother } from '../../shared/form/index.ts';
import { needsAccount } from '../fields/needs-account.ts';
import { useCount } from '../form-state/form-store.ts';
import { saveCount } from '../form-state/save-count.ts';
import { firstControl } from '../layout/use-page-arrival.tsx';
import { useSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { lazyWithRetry } from '../ui/lazy-with-retry.ts';

const RemoveLast = lazyWithRetry(() => import('./remove-last.tsx'));

/** Repeated blocks: an applicant adds them one by one up to their limit, and the count is kept. */
export function AddAnother({ block, children }: { block: AnyAddAnother; children: ReactNode }) {
  const { id, label, copies } = block;
  const count = useCount(id);
  const isLoggedIn = useSession(({ is_logged_in }) => is_logged_in);
  const [isBusy, setBusy] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const next = useRef<() => HTMLElement | null | undefined>(undefined);

  // The button that was pressed may be gone: the focus goes where the work goes on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change of the count
  useLayoutEffect(() => {
    const place = next.current?.();
    if (place) (firstControl(place) ?? place).focus();
    next.current = undefined;
  }, [count]);

  const add = async () => {
    const fields = () => box.current?.querySelectorAll<HTMLElement>('.field') ?? [];
    const before = fields().length;
    next.current = () => fields()[before];
    setBusy(true);
    await saveCount(id, count + 1, `Error adding another ${id}`);
    setBusy(false);
  };
  const focusOnButtons = () => {
    next.current = () => box.current?.querySelector<HTMLElement>(':scope > .add-another-buttons');
  };
  return (
    <div ref={box} className="add-another">
      {children}
      {!isLoggedIn && <p className="hint">{needsAccount}</p>}
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
