import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { currentPartner } from '../api-client/site-config.ts';
import { parseLocationState, readHistoryState } from '../session/location-state.ts';
import { firstControl, openFolds } from '../ui/dom.ts';
import { toast } from '../ui/toast.ts';

/** Removes the message from the history state, so that a reload does not show it again. */
function clearMessage(): void {
  const { usr, ...rest } = readHistoryState();
  window.history.replaceState({ ...rest, usr: { ...Object(usr), message: undefined, focus: undefined } }, '');
}

/** Scrolls to a question, section or link and focuses it. False when there is no such element. */
export function focusTarget(id: string): boolean {
  const container = document.getElementById(id);
  if (container === null) return false;
  openFolds(container);
  container.scrollIntoView({ block: 'start' });
  const isSection = container.tagName === 'SECTION';
  const control = isSection ? container : (firstControl(container) ?? container);
  control.focus({ preventScroll: true });
  return true;
}

function useTitle(title: string, hasErrors: boolean): void {
  const { applicationTitle } = currentPartner();
  useEffect(() => {
    document.title = `${hasErrors ? 'Error: ' : ''}${title} - ${applicationTitle}`;
  }, [title, hasErrors, applicationTitle]);
}

let isFirstPage = true;

/** Sets the title, moves the focus and shows the message of the navigation. */
export function usePageArrival(title: string, hasErrors = false): void {
  const { pathname, hash, state, key } = useLocation();
  const { message, focus } = parseLocationState(state);
  useTitle(title, hasErrors);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each arrival
  useEffect(() => {
    if (message !== undefined) toast.success(message);
    if (message !== undefined || focus !== undefined) clearMessage();
  }, [key]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each arrival
  useEffect(() => {
    const isFirst = isFirstPage;
    isFirstPage = false;
    if (hash !== '' && focusTarget(hash.slice(1))) return;
    if (isFirst || focus === 'summary') return;
    window.scrollTo(0, 0);
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }, [pathname, hash, key]);
}
