import { useSyncExternalStore } from 'react';
import { signInUrl } from './paths.ts';
import { useConsoleSession } from './session.ts';

function followNetwork(onChange: () => void): () => void {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}

/** A page that arrives rendered is online. */
const useIsOffline = (): boolean =>
  useSyncExternalStore(
    followNetwork,
    () => !navigator.onLine,
    () => false,
  );

/** The state of the session and of the network, above every page. */
export function Notices() {
  const hasEnded = useConsoleSession(({ stage }) => stage === 'ended');
  const isProviderDown = useConsoleSession(({ member }) => member?.is_provider_down === true);
  const isOffline = useIsOffline();
  return (
    <div className="notices" role="status">
      {hasEnded && (
        <p className="notice" data-stops>
          You are signed out. This page keeps its content until you leave it.{' '}
          <a href={signInUrl()}>Sign in again</a>
        </p>
      )}
      {isOffline && (
        <p className="notice">You are offline. You can read this page, but changes are not saved.</p>
      )}
      {isProviderDown && !hasEnded && (
        <p className="notice">
          The university's sign-in service does not respond. You can keep working for up to 30 minutes.
        </p>
      )}
    </div>
  );
}
