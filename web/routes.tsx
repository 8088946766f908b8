import { type RouteObject, redirect } from 'react-router';
import { Root } from './layout/root.tsx';
import { BrokenGroup, BrokenPage } from './pages/error-screen.tsx';
import { completionPath, defaultPath, formPaths, statementPath } from './session/paths.ts';

export const Loading = () => (
  <p className="loading-page" role="status">
    Loading...
  </p>
);

type Load = () => Promise<object>;

/** React Router draws no boundary for a route whose own file did not come: what fails in its place has one. */
const orFail =
  (load: Load): Load =>
  () =>
    load().catch((error: unknown) => ({
      Component(): never {
        throw error;
      },
    }));

const draws = (load: Load) => ({ lazy: orFail(load), errorElement: <BrokenPage /> });
const page = (path: string, load: Load): RouteObject => ({ path, ...draws(load) });

/** Two groups with an error boundary each; every page loads when it is asked for (platform specification, point 2). */
export const pages: RouteObject[] = [
  {
    element: <Root />,
    hydrateFallbackElement: <Loading />,
    children: [
      {
        id: 'form',
        lazy: orFail(() => import('./form/layout.tsx')),
        errorElement: <BrokenGroup />,
        // The answers on the screen are newer than any answer of the server.
        shouldRevalidate: () => false,
        children: [
          // Three pages of one component: from one to another nothing loads, so nothing is waited for.
          { ...draws(() => import('./form/page.tsx')), children: formPaths.map((path) => ({ path })) },
          page(completionPath, () => import('./pages/completion.tsx')),
        ],
      },
      {
        id: 'account',
        lazy: orFail(() => import('./account/layout.tsx')),
        errorElement: <BrokenGroup />,
        children: [
          page('/login', () => import('./account/log-in.tsx')),
          page('/signup', () => import('./account/sign-up.tsx')),
          page('/confirm', () => import('./account/confirm.tsx')),
          page('/forgot', () => import('./account/forgot.tsx')),
          page('/reset', () => import('./account/reset.tsx')),
          page(statementPath, () => import('./pages/accessibility.tsx')),
        ],
      },
      { path: '*', loader: ({ request }) => redirect(`${defaultPath}${new URL(request.url).search}`) },
    ],
  },
];
