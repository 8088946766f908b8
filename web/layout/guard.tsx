import { Navigate, Outlet, useLocation } from 'react-router';
import { arrivingWith } from '../session/arriving.ts';
import { useSnapshot } from '../session/snapshot.ts';
import { where } from '../session/where.ts';

/** Keeps everybody where they belong; `where` says where that is. */
export function Guard() {
  const location = useLocation();
  const snapshot = useSnapshot((state) => state);
  const to = where({ ...location, error: arrivingWith(location.state).error }, snapshot);
  return to === null ? <Outlet /> : <Navigate to={to} replace state={location.state} />;
}
