import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { currentPartner } from '../api-client/site-config.ts';
import { parseLocationState, readHistoryState } from '../session/location-state.ts';
import { toast } from '../ui/toast.ts';

/** A message is shown once, also when the page is loaded again. */
function forgetMessage(): void {
  const { usr, ...rest } = readHistoryState();
  window.history.replaceState({ ...rest, usr: { ...usr, message: undefined, focus: undefined } }, '');
}

const focusable = 'input:not([type=file]),select,textarea,button,a[href]';

/** The chosen radio of a group, as the Tab key would find it; else the first control. */
export const firstControl = (place: HTMLElement) =>
  place.querySelector<HTMLElement>('[type=radio]:checked') ?? place.querySelector<HTMLElement>(focusable);

/** Leads to a question and into its field (decision D-22). */
function goTo(id: string): boolean {
  const place = document.getElementById(id);
  if (place === null) return false;
  place.scrollIntoView({ block: 'start' });
  const isSection = place.tagName === 'SECTION';
  const control = isSection ? place : (firstControl(place) ?? place);
  control.focus({ preventScroll: true });
  return true;
}

function useTitle(title: string, isWrong: boolean): void {
  const { applicationTitle } = currentPartner();
  useEffect(() => {
    document.title = `${isWrong ? 'Error: ' : ''}${title} - ${applicationTitle}`;
  }, [title, isWrong, applicationTitle]);
}

let isFirstPage = true;

/** What happens on arriving at a page: its title, the focus, and the words that came along. */
export function usePageArrival(title: string, isWrong = false): void {
  const { pathname, hash, state, key } = useLocation();
  const { message, focus } = parseLocationState(state);
  useTitle(title, isWrong);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each arrival
  useEffect(() => {
    if (message !== undefined) toast.success(message);
    if (message !== undefined || focus !== undefined) forgetMessage();
  }, [key]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each arrival
  useEffect(() => {
    const isFirst = isFirstPage;
    isFirstPage = false;
    if (hash !== '' && goTo(hash.slice(1))) return;
    if (isFirst || focus === 'summary') return;
    window.scrollTo(0, 0);
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }, [pathname, hash, key]);
}
