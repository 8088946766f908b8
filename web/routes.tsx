import type { ComponentType } from 'react';
import { Navigate, type RouteObject, useLocation } from 'react-router';
import { type LazyRoute, RouteBoundary } from './layout/lazy-route.tsx';
import { Root } from './layout/root.tsx';
import { PageError, RouteGroupError } from './pages/error-screen.tsx';
import { completionPath, defaultPath, formPaths, openPaths, securityPath } from './session/paths.ts';

export const Loading = () => (
  <p className="loading-page" role="status">
    Loading...
  </p>
);

function lazyRoute(load: LazyRoute['load'], ErrorPage: ComponentType) {
  const route: LazyRoute = { load };
  return { handle: route, element: <RouteBoundary route={route} ErrorPage={ErrorPage} /> };
}

const group = (load: LazyRoute['load'], children: RouteObject[]): RouteObject => ({
  ...lazyRoute(load, RouteGroupError),
  children,
});
const page = (path: string, load: LazyRoute['load']): RouteObject => ({
  path,
  ...lazyRoute(load, PageError),
});

const UnknownPath = () => <Navigate to={`${defaultPath}${useLocation().search}`} replace />;

/** Two groups of pages, each with its own error boundary. Every page loads on demand. */
export const pages: RouteObject[] = [
  {
    element: <Root />,
    children: [
      group(
        () => import('./form/layout.tsx'),
        [
          // The three form pages share one component, which stays mounted when the page changes.
          {
            ...lazyRoute(() => import('./form/page.tsx'), PageError),
            children: formPaths.map((path) => ({ path, element: null })),
          },
          page(completionPath, () => import('./pages/completion.tsx')),
          page(securityPath, () => import('./account/security.tsx')),
        ],
      ),
      group(
        () => import('./account/layout.tsx'),
        [
          ...openPaths.map((path) => page(path, () => import('./pages/open-pages.tsx'))),
          page('/login', () => import('./account/log-in.tsx')),
          page('/signup', () => import('./account/sign-up.tsx')),
          page('/confirm', () => import('./account/confirm.tsx')),
          page('/forgot', () => import('./account/forgot.tsx')),
          page('/reset', () => import('./account/reset.tsx')),
        ],
      ),
      { path: '*', element: <UnknownPath /> },
    ],
  },
];
