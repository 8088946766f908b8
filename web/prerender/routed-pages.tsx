import { useEffect, useRef, useState } from 'react';
import { type Location, matchRoutes, useLocation, useNavigate, useRoutes } from 'react-router';
import { isLoaded, type LazyRoute, loadRoute } from '../layout/lazy-route.tsx';
import { Loading, pages } from '../routes.tsx';
import { connectSession } from '../session/end-session.ts';

type PageLocation = Pick<Location, 'pathname'>;

const routesOf = (shownLocation: PageLocation | undefined): readonly LazyRoute[] =>
  (shownLocation === undefined ? [] : (matchRoutes(pages, shownLocation) ?? [])).flatMap(
    ({ route }) => route.handle ?? [],
  );

function missingRoutes(requested: PageLocation, shownBefore: PageLocation | undefined): readonly LazyRoute[] {
  const shownRoutes = routesOf(shownBefore);
  return routesOf(requested).filter((route) => !isLoaded(route, shownRoutes.includes(route)));
}

/** Loads the routes of the requested page that `shownBefore` does not have. */
export const loadRoutes = async (requested: PageLocation, shownBefore?: PageLocation): Promise<void> =>
  void (await Promise.all(missingRoutes(requested, shownBefore).map(loadRoute)));

/** The location to render: the requested one once its routes are loaded, and the current one until then. */
function useReadyLocation(requested: Location, isPrepared: boolean): Location | undefined {
  const shownBefore = useRef<Location>(undefined);
  const [loadedLocation, setLoadedLocation] = useState(isPrepared ? requested : undefined);
  const isReady = loadedLocation === requested || missingRoutes(requested, shownBefore.current).length === 0;
  const current = isReady ? requested : shownBefore.current;
  useEffect(() => {
    shownBefore.current = current;
  }, [current]);
  useEffect(() => {
    if (isReady) return;
    let isCurrent = true;
    void loadRoutes(requested, shownBefore.current).then(() => isCurrent && setLoadedLocation(requested));
    return () => {
      isCurrent = false;
    };
  }, [requested, isReady]);
  return current;
}

/** Lets code outside components navigate, for example when a session ends. */
function useNavigateFromOutside(): void {
  const navigate = useNavigate();
  useEffect(
    () => connectSession({ navigate: (path, state) => navigate(path, { replace: true, state }) }),
    [navigate],
  );
}

const RenderedRoutes = ({ location }: { location: Location }) => useRoutes(pages, location);

/** Milliseconds in which a page may load without a text. */
const quickLoad = 400;

/** The live region is there before its text. Quick page changes say nothing. */
function UnderWay() {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), quickLoad);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p className="under-way" role="status">
      {isSlow && 'Loading...'}
    </p>
  );
}

/** Renders the page of the URL. The current page stays until the next one is loaded. */
export function RoutedPages({ isPrepared = false }: { readonly isPrepared?: boolean }) {
  useNavigateFromOutside();
  const requested = useLocation();
  const shownLocation = useReadyLocation(requested, isPrepared);
  if (shownLocation === undefined) return <Loading />;
  return (
    <>
      {shownLocation !== requested && <UnderWay />}
      <RenderedRoutes location={shownLocation} />
    </>
  );
}
