import { Suspense, useEffect } from 'react';
import { Outlet } from 'react-router';
import { currentPartner } from '../api-client/site-config.ts';
import { useSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Deferred } from '../ui/deferred.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { whenFirstUsed } from '../ui/idle.ts';
import { lazyWithRetry } from '../ui/lazy-with-retry.ts';
import { useToasts } from '../ui/toast.ts';
import { closeUnexpectedError, useUnexpectedError } from '../ui/unexpected-error.ts';
import { OptionalPart } from './optional-part.tsx';

const loadToaster = () => import('../ui/toaster.tsx');
const Toaster = lazyWithRetry(loadToaster);
const MaintenanceNotice = lazyWithRetry(() => import('./maintenance-notice.tsx'));
const IdleWatch = lazyWithRetry(() => import('../session/idle-watch.tsx'));

/** Toasts also report a lost network connection, so they load before it can be lost. */
const fetchToaster = (): void => {
  loadToaster().catch(() => {
    // The first toast loads it again.
  });
};

/** Renders what every page has: toasts, the inactivity watch, and the dialog for unexpected errors. */
export function Root() {
  const hasToasts = useToasts().length > 0;
  const isLoggedIn = useSession(({ is_logged_in }) => is_logged_in);
  const unexpectedError = useUnexpectedError();
  useEffect(() => whenFirstUsed(fetchToaster), []);
  return (
    <>
      <OptionalPart fallback={null}>
        <Suspense>{currentPartner().maintenance !== undefined && <MaintenanceNotice />}</Suspense>
      </OptionalPart>
      <Outlet />
      <OptionalPart fallback={null}>
        <Suspense>{hasToasts && <Toaster />}</Suspense>
      </OptionalPart>
      {isLoggedIn && (
        <Deferred>
          <IdleWatch />
        </Deferred>
      )}
      <Dialog
        isOpen={unexpectedError !== undefined}
        onClose={closeUnexpectedError}
        title="Unexpected Error"
        isAlert
        actions={
          <Button look="primary" size="next" onClick={closeUnexpectedError}>
            Close
          </Button>
        }
      >
        <p>{unexpectedError}</p>
      </Dialog>
    </>
  );
}
