import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router';
import { connectApiClient } from '../api-client/call.ts';
import { rememberedUsername } from '../session/anonymous-answers.ts';
import { clearPage } from '../session/end-session.ts';
import { parseLocationState, readHistoryState } from '../session/location-state.ts';
import { isAccountPath } from '../session/paths.ts';
import { isOtherUser } from '../session/session.ts';
import { replayEarlyPress } from '../ui/early-press.ts';
import { endFirstRender, hydrateTyped, startHydration } from '../ui/lazy-hydration.tsx';
import { RestoreTypedInput } from '../ui/restore-typed-input.tsx';
import { readTypedInput, restoreTypedInput } from '../ui/typed-input.ts';
import { isPrerendered, revealPage } from './hidden-mark.ts';
import { loadRoutes, RoutedPages } from './routed-pages.tsx';

/** True for an account page with an error or username to show, which the prerendered page does not have. */
function hasLocationContent(): boolean {
  const { error } = parseLocationState(readHistoryState().usr);
  return isAccountPath(location.pathname) && (error !== undefined || rememberedUsername() !== '');
}

/** React Router's `BrowserRouter` would do the same, but loads 5 KB more for data routers. */
function Site({ isPrepared = false }: { readonly isPrepared?: boolean }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }));
  const { action, location } = history;
  const [entry, setEntry] = useState({ action, location });
  useLayoutEffect(() => history.listen(setEntry), [history]);
  return (
    // No transitions: React would render a requested page in slices, and later.
    <Router
      navigator={history}
      navigationType={entry.action}
      location={entry.location}
      useTransitions={false}
    >
      <RoutedPages isPrepared={isPrepared} />
    </Router>
  );
}

/** Effects run after those of the children, which restore the typed input that a press may need. */
function HydratedSite({ container }: { readonly container: RefObject<HTMLElement> }) {
  useEffect(() => {
    endFirstRender();
    queueMicrotask(hydrateTyped);
    setTimeout(replayEarlyPress);
  }, []);
  return (
    <>
      <Site isPrepared />
      <RestoreTypedInput container={container} />
    </>
  );
}

/** Hydrates a prerendered page and keeps what the user typed into it. */
async function hydratePage(container: HTMLElement): Promise<void> {
  await loadRoutes(location);
  if (hasLocationContent()) return replace(container, <Site isPrepared />);
  startHydration();
  hydrateRoot(container, <HydratedSite container={{ current: container }} />);
}

function replace(container: HTMLElement, page: ReactNode): void {
  const [typed, focused] = [readTypedInput(container), document.activeElement];
  container.replaceChildren();
  flushSync(() => createRoot(container).render(page));
  restoreTypedInput(typed, focused);
  replayEarlyPress();
}

/** Renders the requested page. */
export async function renderPages(container: HTMLElement): Promise<void> {
  connectApiClient({ onUnauthorized: clearPage, isOtherUser });
  if (isPrerendered()) return hydratePage(container);
  container.replaceChildren();
  replayEarlyPress();
  revealPage();
  createRoot(container).render(<Site />);
}
