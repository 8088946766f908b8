import { useMemo } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { parseLocationState } from '../session/location-state.ts';
import { completionPath, defaultPath, isFormPath } from '../session/paths.ts';
import { redirectFor } from '../session/redirect.ts';
import { getSession } from '../session/session.ts';

const reasons = (to: string): string =>
  to === completionPath
    ? 'Your application was submitted. Taking you to its receipt.'
    : 'Taking you to the page where you left off.';

/**
 * Keeps everybody where they belong; `where` says where that is. Asked once for each arrival: logging in and
 * submitting change what is known and then lead on themselves, with their own message.
 */
export function RouteGuard() {
  const location = useLocation();
  const { key, pathname, state } = location;
  const { error, reset, reason = '' } = parseLocationState(state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each arrival
  const to = useMemo(() => redirectFor({ ...location, error, reset }, getSession()), [key, pathname]);
  const isTold = to !== null && isFormPath(pathname) && to !== defaultPath;
  return (
    <>
      <p className="unseen" role="status">
        {reason}
      </p>
      {to === null ? (
        <Outlet />
      ) : (
        <Navigate to={to} replace state={isTold ? { ...state, reason: reasons(to) } : state} />
      )}
    </>
  );
}
