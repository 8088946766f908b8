import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { rememberedUsername } from '../account/typed-username.ts';
import { connectApiClient } from '../api-client/call.ts';
import { isOtherUser } from '../session/current-user.ts';
import { endSession } from '../session/end-session.ts';
import { parseLocationState, readHistoryState } from '../session/location-state.ts';
import { isAccountPath } from '../session/paths.ts';
import { ListenAtOnce } from '../ui/listen-at-once.tsx';
import { showPage } from './hidden-mark.ts';
import { isPrerendered } from './is-prerendered.ts';
import { loadRoutes, RoutedPages } from './routed-pages.tsx';
import { readTypedInput, restoreTypedInput } from './typed-input.ts';

/** An account page that was left and is opened again shows what came along, which nobody could draw ahead. */
function bringsSomething(): boolean {
  const { error } = parseLocationState(readHistoryState().usr);
  return isAccountPath(location.pathname) && (error !== undefined || rememberedUsername() !== '');
}

interface ListeningProps {
  readonly place: HTMLElement;
  readonly children: ReactNode;
}

/**
 * Reads what was entered before any field can change it, and gives it back when all of them listen: effects at the root
 * come after those of everything in it, and no letter comes between the two.
 */
function Listening({ place, children }: ListeningProps) {
  const typed = useRef<ReturnType<typeof readTypedInput>>([]);
  useLayoutEffect(() => {
    typed.current = readTypedInput(place);
  }, [place]);
  useEffect(() => {
    enable(place);
    queueMicrotask(() => restoreTypedInput(typed.current, document.activeElement));
  }, [place]);
  return (
    <>
      {children}
      <ListenAtOnce />
    </>
  );
}

/** A page that was asked for is drawn in one go: in slices, as a transition, it comes later. */
const Site = ({ isPrepared = false }: { readonly isPrepared?: boolean }) => (
  <BrowserRouter useTransitions={false}>
    <RoutedPages isPrepared={isPrepared} />
  </BrowserRouter>
);

/** The buttons of a page that was drawn ahead wait for its script (decision H-16). */
function enable(place: HTMLElement): void {
  for (const button of place.querySelectorAll<HTMLButtonElement>('button[disabled]')) button.disabled = false;
}

/** Takes over a page that was drawn ahead of time; what was entered into it meanwhile stays. */
async function takeOver(place: HTMLElement): Promise<void> {
  await loadRoutes(location);
  if (bringsSomething()) return replace(place, <Site isPrepared />);
  hydrateRoot(
    place,
    <Listening place={place}>
      <Site isPrepared />
    </Listening>,
  );
}

function replace(place: HTMLElement, page: ReactNode): void {
  const [typed, focused] = [readTypedInput(place), document.activeElement];
  place.replaceChildren();
  flushSync(() => createRoot(place).render(page));
  restoreTypedInput(typed, focused);
}

/** Shows the page somebody asked for. */
export async function showPages(place: HTMLElement): Promise<void> {
  connectApiClient({ onUnauthorized: endSession, isOtherUser });
  if (isPrerendered()) return takeOver(place);
  place.replaceChildren();
  showPage();
  createRoot(place).render(<Site />);
}
