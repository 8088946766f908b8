import { useMemo } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { parseLocationState } from '../session/location-state.ts';
import { completionPath, defaultPath, isFormPath } from '../session/paths.ts';
import { redirectFor } from '../session/redirect.ts';
import { getSession } from '../session/session.ts';

const redirectReason = (target: string): string =>
  target === completionPath
    ? 'Your application was submitted. Taking you to your receipt.'
    : 'Taking you to the page where you left off.';

interface Props {
  /**
   * Returns true for the id of a question or section. Links to one open its page instead of the last visited
   * page.
   */
  readonly isAnchor?: (id: string) => boolean;
}

/**
 * Redirects users from pages that they may not see (`redirectFor`). Evaluated once per navigation: logging in
 * and submitting change the session and then navigate themselves, with their own message.
 */
export function RouteGuard({ isAnchor = () => false }: Props) {
  const location = useLocation();
  const { key, pathname, state } = location;
  const { error, reset, reason = '' } = parseLocationState(state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each arrival
  const target = useMemo(
    () =>
      redirectFor(
        { ...location, hash: isAnchor(location.hash.slice(1)) ? location.hash : '', error, reset },
        getSession(),
      ),
    [key, pathname],
  );
  const hasReason = target !== null && isFormPath(pathname) && target !== defaultPath;
  return (
    <>
      <p className="unseen" role="status">
        {reason}
      </p>
      {target === null ? (
        <Outlet />
      ) : (
        <Navigate
          to={target}
          replace
          state={hasReason ? { ...state, reason: redirectReason(target) } : state}
        />
      )}
    </>
  );
}
