import { type ReactNode, useState } from 'react';
import { routes } from '../../shared/api/routes.ts';
import type { AddAnother as AnyAddAnother } from '../../shared/form/index.ts';
import { call } from '../api/call.ts';
import { UnauthorizedError } from '../api/errors.ts';
import { useSnapshot } from '../session/snapshot.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.ts';
import { standing, useCount } from './standing.ts';

/** Platform specification, point 6. */
export const needsAccount = 'This question can be finished once you have created an account.';

/** Repeated blocks: an applicant adds them one by one up to their limit, and the count is kept. */
export function AddAnother({ block, children }: { block: AnyAddAnother; children: ReactNode }) {
  const { id, label, copies } = block;
  const count = useCount(id);
  const isLoggedIn = useSnapshot(({ is_logged_in }) => is_logged_in);
  const [isBusy, setBusy] = useState(false);

  const add = async () => {
    setBusy(true);
    try {
      await call(routes.application.putAddAnother, { body: { button_id: id, num_components: count + 1 } });
      standing.setState(({ counts }) => ({ counts: { ...counts, [id]: count + 1 } }));
    } catch (error) {
      if (!(error instanceof UnauthorizedError)) toast.error(`Error adding another ${id}`);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="add-another">
      {children}
      {!isLoggedIn && <p className="hint">{needsAccount}</p>}
      {isLoggedIn && count < copies.length && (
        <Button onClick={add} isBusy={isBusy}>
          Add Another<span className="unseen"> {label}</span>
        </Button>
      )}
    </div>
  );
}
