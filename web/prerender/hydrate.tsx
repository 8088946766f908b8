import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { rememberedUsername } from '../account/typed-username.ts';
import { connectApiClient } from '../api-client/call.ts';
import { isOtherUser } from '../session/current-user.ts';
import { clearPage } from '../session/end-session.ts';
import { parseLocationState, readHistoryState } from '../session/location-state.ts';
import { isAccountPath } from '../session/paths.ts';
import { ListenAtOnce } from '../ui/listen-at-once.tsx';
import { revealPage } from './hidden-mark.ts';
import { isPrerendered } from './is-prerendered.ts';
import { loadRoutes, RoutedPages } from './routed-pages.tsx';
import { readTypedInput, restoreTypedInput } from './typed-input.ts';

/** True for an account page with an error or username to show, which the prerendered page does not have. */
function hasLocationContent(): boolean {
  const { error } = parseLocationState(readHistoryState().usr);
  return isAccountPath(location.pathname) && (error !== undefined || rememberedUsername() !== '');
}

interface RestoreTypedInputProps {
  readonly container: HTMLElement;
  readonly children: ReactNode;
}

/**
 * Reads what the user typed before hydration, and restores it once all fields are subscribed: effects of the
 * root run after those of its children, and no input event comes between the two.
 */
function RestoreTypedInput({ container, children }: RestoreTypedInputProps) {
  const typed = useRef<ReturnType<typeof readTypedInput>>([]);
  useLayoutEffect(() => {
    typed.current = readTypedInput(container);
  }, [container]);
  useEffect(() => {
    enableButtons(container);
    queueMicrotask(() => restoreTypedInput(typed.current, document.activeElement));
  }, [container]);
  return (
    <>
      {children}
      <ListenAtOnce />
    </>
  );
}

/** No transitions: React would render a requested page in slices, and later. */
const Site = ({ isPrepared = false }: { readonly isPrepared?: boolean }) => (
  <BrowserRouter useTransitions={false}>
    <RoutedPages isPrepared={isPrepared} />
  </BrowserRouter>
);

/** The buttons of a prerendered page are disabled until its script runs. */
function enableButtons(container: HTMLElement): void {
  for (const button of container.querySelectorAll<HTMLButtonElement>('button[disabled]'))
    button.disabled = false;
}

/** Hydrates a prerendered page and keeps what the user typed into it. */
async function hydratePage(container: HTMLElement): Promise<void> {
  await loadRoutes(location);
  if (hasLocationContent()) return replace(container, <Site isPrepared />);
  hydrateRoot(
    container,
    <RestoreTypedInput container={container}>
      <Site isPrepared />
    </RestoreTypedInput>,
  );
}

function replace(container: HTMLElement, page: ReactNode): void {
  const [typed, focused] = [readTypedInput(container), document.activeElement];
  container.replaceChildren();
  flushSync(() => createRoot(container).render(page));
  restoreTypedInput(typed, focused);
}

/** Renders the requested page. */
export async function renderPages(container: HTMLElement): Promise<void> {
  connectApiClient({ onUnauthorized: clearPage, isOtherUser });
  if (isPrerendered()) return hydratePage(container);
  container.replaceChildren();
  revealPage();
  createRoot(container).render(<Site />);
}
