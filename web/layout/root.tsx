import { Suspense, useEffect } from 'react';
import { Outlet } from 'react-router';
import { useSnapshot } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Later } from '../ui/deferred.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { whenUsed } from '../ui/idle.ts';
import { lazily } from '../ui/lazy-with-retry.ts';
import { useToasts } from '../ui/toast.ts';
import { untell, useTold } from '../ui/unexpected-error.ts';

const loadToaster = () => import('../ui/toaster.tsx');
const Toaster = lazily(loadToaster);
const IdleWatch = lazily(() => import('../session/idle-watch.tsx'));

/** Toasts also tell of a lost network, so they are here before it is lost. */
const fetchToaster = (): void => {
  loadToaster().catch(() => {
    // The first toast asks again.
  });
};

/** What stands beside every page: toasts, the inactivity watch and the dialog for unexpected errors. */
export function Root() {
  const hasToasts = useToasts().length > 0;
  const isLoggedIn = useSnapshot(({ is_logged_in }) => is_logged_in);
  const told = useTold();
  useEffect(() => whenUsed(fetchToaster), []);
  return (
    <>
      <Outlet />
      <Suspense>{hasToasts && <Toaster />}</Suspense>
      {isLoggedIn && (
        <Later>
          <IdleWatch />
        </Later>
      )}
      <Dialog
        isOpen={told !== undefined}
        onClose={untell}
        title="Unexpected Error"
        isAlert
        actions={
          <Button look="primary" size="next" onClick={untell}>
            Close
          </Button>
        }
      >
        <p>{told}</p>
      </Dialog>
    </>
  );
}
