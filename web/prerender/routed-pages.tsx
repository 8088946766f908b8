import { useEffect, useRef, useState } from 'react';
import { type Location, matchRoutes, useLocation, useNavigate, useRoutes } from 'react-router';
import { bring, isHere, type Part } from '../layout/lazy-route.tsx';
import { Loading, pages } from '../routes.tsx';
import { setGoer } from '../session/end-session.ts';

type Place = Pick<Location, 'pathname'>;

const partsOf = (place: Place | undefined): readonly Part[] =>
  (place === undefined ? [] : (matchRoutes(pages, place) ?? [])).flatMap(({ route }) => route.handle ?? []);

function missing(asked: Place, seen: Place | undefined): readonly Part[] {
  const seenParts = partsOf(seen);
  return partsOf(asked).filter((part) => !isHere(part, seenParts.includes(part)));
}

/** Brings all that the page of an address needs, for somebody who sees another page, or none. */
export const prepare = async (asked: Place, seen?: Place): Promise<void> =>
  void (await Promise.all(missing(asked, seen).map(bring)));

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
    void prepare(asked, seen.current).then(() => isWanted && setArrived(asked));
    return () => {
      isWanted = false;
    };
  }, [asked, isThere]);
  return shown;
}

/** Lets the rest of the product lead to another page: when a session ends, for one. */
function useGoer(): void {
  const navigate = useNavigate();
  useEffect(() => setGoer({ go: (path, state) => navigate(path, { replace: true, state }) }), [navigate]);
}

const Drawn = ({ at }: { at: Location }) => useRoutes(pages, at);

/** The site: draws the page of the address. A page that is left stays until the next one can be drawn. */
export function Pages({ isPrepared = false }: { readonly isPrepared?: boolean }) {
  useGoer();
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
