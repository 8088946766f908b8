import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { AddAnother as AnyAddAnother } from '../../shared/form/index.ts';
import { firstControl } from '../layout/arrival.tsx';
import { useSnapshot } from '../session/snapshot.ts';
import { Button } from '../ui/button.tsx';
import { RemoveLast } from './remove-last.tsx';
import { useCountChange } from './use-count-change.ts';

/** Platform specification, point 6. */
export const needsAccount = 'This question can be finished once you have created an account.';

/** Repeated blocks: an applicant adds them one by one up to their limit, and the count is kept. */
export function AddAnother({ block, children }: { block: AnyAddAnother; children: ReactNode }) {
  const { id, label, copies } = block;
  const isLoggedIn = useSnapshot(({ is_logged_in }) => is_logged_in);
  const { count, isBusy, add, remove } = useCountChange(id, label);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const next = useRef<() => Element | null | undefined>(undefined);
  const fields = () => box.current?.querySelectorAll<HTMLElement>('.field') ?? [];

  // The button that was pressed may be gone: the focus goes where the work goes on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change of the count
  useLayoutEffect(() => {
    const place = next.current?.();
    if (place instanceof HTMLElement) (firstControl(place) ?? place).focus();
    next.current = undefined;
  }, [count]);

  const onAdd = async () => {
    const before = fields().length;
    next.current = () => fields()[before];
    if (!(await add())) next.current = undefined;
  };
  const onRemove = async () => {
    next.current = () => button.current;
    if (!(await remove())) next.current = undefined;
  };
  return (
    <div ref={box} className="add-another">
      {children}
      {!isLoggedIn && <p className="hint">{needsAccount}</p>}
      {isLoggedIn && (
        <div className="add-another-buttons">
          {count < copies.length && (
            <Button ref={button} onClick={() => void onAdd()} isBusy={isBusy}>
              Add Another<span className="unseen"> {label}</span>
            </Button>
          )}
          {count > 1 && (
            <RemoveLast what={`${label} ${count}`} isBusy={isBusy} onRemove={() => void onRemove()} />
          )}
        </div>
      )}
    </div>
  );
}
