import type { ComponentType } from 'react';
import { Navigate, type RouteObject, useLocation } from 'react-router';
import { type LazyRoute, RouteBoundary } from './layout/lazy-route.tsx';
import { Root } from './layout/root.tsx';
import { PageError, RouteGroupError } from './pages/error-screen.tsx';
import { completionPath, defaultPath, formPaths, statementPath } from './session/paths.ts';

export const Loading = () => (
  <p className="loading-page" role="status">
    Loading...
  </p>
);

function draws(load: LazyRoute['load'], Broken: ComponentType) {
  const part: LazyRoute = { load };
  return { handle: part, element: <RouteBoundary part={part} Broken={Broken} /> };
}

const group = (load: LazyRoute['load'], children: RouteObject[]): RouteObject => ({
  ...draws(load, RouteGroupError),
  children,
});
const page = (path: string, load: LazyRoute['load']): RouteObject => ({ path, ...draws(load, PageError) });

const Elsewhere = () => <Navigate to={`${defaultPath}${useLocation().search}`} replace />;

/** Two groups with an error boundary each; every page loads when it is asked for (platform specification, point 2). */
export const pages: RouteObject[] = [
  {
    element: <Root />,
    children: [
      group(
        () => import('./form/layout.tsx'),
        [
          // Three pages of one component, which stays while its page changes.
          {
            ...draws(() => import('./form/page.tsx'), PageError),
            children: formPaths.map((path) => ({ path, element: null })),
          },
          page(completionPath, () => import('./pages/completion.tsx')),
        ],
      ),
      group(
        () => import('./account/layout.tsx'),
        [
          page('/login', () => import('./account/log-in.tsx')),
          page('/signup', () => import('./account/sign-up.tsx')),
          page('/confirm', () => import('./account/confirm.tsx')),
          page('/forgot', () => import('./account/forgot.tsx')),
          page('/reset', () => import('./account/reset.tsx')),
          page(statementPath, () => import('./pages/accessibility.tsx')),
        ],
      ),
      { path: '*', element: <Elsewhere /> },
    ],
  },
];
