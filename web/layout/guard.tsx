import { useMemo } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { arrivingWith } from '../session/arriving.ts';
import { known } from '../session/snapshot.ts';
import { where } from '../session/where.ts';

/**
 * Keeps everybody where they belong; `where` says where that is. Asked once for each arrival: logging in and
 * submitting change what is known and then lead on themselves, with their own message.
 */
export function Guard() {
  const location = useLocation();
  const { key, pathname } = location;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each arrival
  const to = useMemo(
    () => where({ ...location, error: arrivingWith(location.state).error }, known()),
    [key, pathname],
  );
  return to === null ? <Outlet /> : <Navigate to={to} replace state={location.state} />;
}
