import { useEffect, useRef, useState } from 'react';
import { type Location, matchRoutes, useLocation, useNavigate, useRoutes } from 'react-router';
import { isLoaded, type LazyRoute, loadRoute } from '../layout/lazy-route.tsx';
import { Loading, pages } from '../routes.tsx';
import { connectSession } from '../session/end-session.ts';

type Place = Pick<Location, 'pathname'>;

const partsOf = (place: Place | undefined): readonly LazyRoute[] =>
  (place === undefined ? [] : (matchRoutes(pages, place) ?? [])).flatMap(({ route }) => route.handle ?? []);

function missing(asked: Place, seen: Place | undefined): readonly LazyRoute[] {
  const seenParts = partsOf(seen);
  return partsOf(asked).filter((part) => !isLoaded(part, seenParts.includes(part)));
}

/** Brings all that the page of an address needs, for somebody who sees another page, or none. */
export const loadRoutes = async (asked: Place, seen?: Place): Promise<void> =>
  void (await Promise.all(missing(asked, seen).map(loadRoute)));

/** The place to draw: the one that is asked for, once all that it needs is here, and the one before it until then. */
function useArrived(asked: Location, isPrepared: boolean): Location | undefined {
  const seen = useRef<Location>(undefined);
  const [arrived, setArrived] = useState(isPrepared ? asked : undefined);
  const isThere = arrived === asked || missing(asked, seen.current).length === 0;
  const shown = isThere ? asked : seen.current;
  useEffect(() => {
    seen.current = shown;
  }, [shown]);
  useEffect(() => {
    if (isThere) return;
    let isWanted = true;
    void loadRoutes(asked, seen.current).then(() => isWanted && setArrived(asked));
    return () => {
      isWanted = false;
    };
  }, [asked, isThere]);
  return shown;
}

/** Lets code outside of components open another page, as when a session ends. */
function useNavigateFromOutside(): void {
  const navigate = useNavigate();
  useEffect(
    () => connectSession({ navigate: (path, state) => navigate(path, { replace: true, state }) }),
    [navigate],
  );
}

const Drawn = ({ at }: { at: Location }) => useRoutes(pages, at);

/** The site: draws the page of the address. A page that is left stays until the next one can be drawn. */
export function RoutedPages({ isPrepared = false }: { readonly isPrepared?: boolean }) {
  useNavigateFromOutside();
  const asked = useLocation();
  const place = useArrived(asked, isPrepared);
  if (place === undefined) return <Loading />;
  return (
    <>
      {place !== asked && (
        <p className="under-way" role="status">
          Loading...
        </p>
      )}
      <Drawn at={place} />
    </>
  );
}
