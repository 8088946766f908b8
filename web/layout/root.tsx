import { Suspense, useEffect, useState } from 'react';
import { Outlet } from 'react-router';
import { usePublishedPartner } from '../api-client/published-settings.ts';
import { useSession } from '../session/session.ts';
import { Deferred, whenFirstUsed } from '../ui/deferred.tsx';
import { lazyWithRetry } from '../ui/retry.ts';
import { useToasts, useUnexpectedError } from '../ui/toast.ts';
import { OptionalPart } from './optional-part.tsx';

const loadMessages = () => import('./messages.tsx');
const Messages = lazyWithRetry(loadMessages);
const MaintenanceNotice = lazyWithRetry(() => import('./maintenance-notice.tsx'));
const IdleWatch = lazyWithRetry(() => import('../session/idle-watch.tsx'));

/** Messages also report a lost network connection, so they load before it can be lost. */
const fetchMessages = (): void => {
  loadMessages().catch(() => {
    // The first message loads them again.
  });
};

/** Returns true from the first message on: a dialog that closes gives the focus back. */
function useHadMessages(): boolean {
  const hasToasts = useToasts().length > 0;
  const hasError = useUnexpectedError() !== undefined;
  const [hadMessages, setHadMessages] = useState(false);
  if ((hasToasts || hasError) && !hadMessages) setHadMessages(true);
  return hadMessages;
}

/** Renders what every page has: messages and the inactivity watch. */
export function Root() {
  const hadMessages = useHadMessages();
  const partner = usePublishedPartner();
  const isLoggedIn = useSession(({ is_logged_in }) => is_logged_in);
  useEffect(() => whenFirstUsed(fetchMessages), []);
  return (
    <>
      <OptionalPart fallback={null}>
        <Suspense>{partner?.maintenance !== undefined && <MaintenanceNotice />}</Suspense>
      </OptionalPart>
      <Outlet />
      <OptionalPart fallback={null}>
        <Suspense>{hadMessages && <Messages />}</Suspense>
      </OptionalPart>
      {isLoggedIn && (
        <Deferred>
          <IdleWatch />
        </Deferred>
      )}
    </>
  );
}
