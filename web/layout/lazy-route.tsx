import type { ComponentType } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useLocation } from 'react-router';
import { reportError } from '../api-client/error-reports.ts';

/** The exports of a route's module. */
interface RouteModule {
  readonly Component: ComponentType;
  /** Loads the data of the route, on each navigation to it from another route. */
  readonly loader?: () => Promise<unknown>;
}

/** A page, or a group of pages, whose module loads on demand. */
export interface LazyRoute {
  readonly load: () => Promise<RouteModule>;
  module?: RouteModule;
  failure?: { readonly error: unknown };
}

/** True if a route can render immediately. `isShown`: it is part of the current page. */
export const isLoaded = ({ module, failure }: LazyRoute, isShown: boolean): boolean =>
  module !== undefined && failure === undefined && (module.loader === undefined || isShown);

/**
 * Loads the module and data of a route. An error is rendered in place of the route; the next navigation loads
 * it again.
 */
export async function loadRoute(route: LazyRoute): Promise<void> {
  try {
    route.module ??= await route.load();
    await route.module.loader?.();
    delete route.failure;
  } catch (error) {
    route.failure = { error };
  }
}

function Content({ route: { module, failure } }: { route: LazyRoute }) {
  if (failure !== undefined) throw failure.error;
  return module && <module.Component />;
}

/** Renders a route. If it throws, `ErrorPage` is shown until the next navigation. */
export function RouteBoundary({ route, ErrorPage }: { route: LazyRoute; ErrorPage: ComponentType }) {
  const { key } = useLocation();
  return (
    <ErrorBoundary fallback={<ErrorPage />} onError={reportError} resetKeys={[key]}>
      <Content route={route} />
    </ErrorBoundary>
  );
}
