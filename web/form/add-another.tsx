import { type ReactNode, Suspense, useLayoutEffect, useRef } from 'react';
import type { AddAnother as AnyAddAnother } from '../../shared/form/index.ts';
import { NeedsAccount } from '../fields/needs-account.tsx';
import { useCount } from '../form-state/form-store.ts';
import { saveCount } from '../form-state/repeated-blocks.ts';
import { useSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { firstControl } from '../ui/dom.ts';
import { lazyWithRetry } from '../ui/retry.ts';
import { useAction } from '../ui/use-action.ts';

const BlockActions = lazyWithRetry(() => import('./block-actions.tsx'));

interface Props {
  readonly block: AnyAddAnother;
  /** Every copy of the block, also those that are not shown yet. */
  readonly copies: readonly ReactNode[];
}

/** Repeated blocks. An applicant adds and removes them; the count is saved. */
export function AddAnother({ block: { id, label }, copies }: Props) {
  const count = useCount(id);
  const isLoggedIn = useSession(({ is_logged_in }) => is_logged_in);
  const container = useRef<HTMLDivElement>(null);
  const nextFocus = useRef<() => HTMLElement | null | undefined>(undefined);
  const find = (selector: string) => container.current?.querySelector<HTMLElement>(`:scope > ${selector}`);

  // The pressed button may be removed, so the focus moves to another block or to the remaining buttons.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for per change of the count
  useLayoutEffect(() => {
    const element = nextFocus.current?.();
    if (element) (firstControl(element) ?? element).focus();
    nextFocus.current = undefined;
  }, [count]);

  const { run: add, isBusy } = useAction(() => {
    nextFocus.current = () => find(`.copy:nth-child(${count + 1}) .field`);
    return saveCount(id, count + 1, `Error adding another ${id}`);
  });
  const focusAfterRemoval = (number: number) => {
    nextFocus.current = () =>
      number < count ? find(`.copy:nth-child(${number}) .field`) : find('.add-another-buttons');
  };
  return (
    <div ref={container} className="stack add-another">
      {copies.slice(0, count).map((copy, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the answers move between blocks that stay
        <div className="stack copy" key={index}>
          {copy}
          <Suspense>
            {isLoggedIn && count > 1 && (
              <BlockActions block={{ id, label, number: index + 1 }} onRemove={focusAfterRemoval} />
            )}
          </Suspense>
        </div>
      ))}
      {!isLoggedIn && <NeedsAccount className="hint" />}
      {isLoggedIn && (
        <div className="row add-another-buttons">
          {count < copies.length ? (
            <Button onClick={() => add()} isBusy={isBusy}>
              Add Another<span className="unseen"> {label}</span>
            </Button>
          ) : (
            <p className="hint">You can list up to {copies.length}.</p>
          )}
        </div>
      )}
    </div>
  );
}
