import { type RefObject, useEffect } from 'react';

/** Between the list and the phone's keyboard, and for the bar above the field, in pixels. */
const margin = 12;
const barAbove = 72;
const minHeight = 140;

/** The part of the window that a phone's keyboard leaves free. */
function fitList(list: HTMLElement, input: Element): void {
  const view = window.visualViewport;
  if (view === null) return;
  const free = view.height - input.getBoundingClientRect().height - barAbove - margin;
  list.style.setProperty('--list-height', `${Math.max(minHeight, free)}px`);
  list.scrollIntoView({ block: 'nearest' });
  // Browsers whose keyboard covers the page scroll the list to the bottom of the page, under the keyboard.
  const covered = list.getBoundingClientRect().bottom - (view.offsetTop + view.height - margin);
  if (covered > 0) window.scrollBy({ top: covered, behavior: 'instant' });
}

/**
 * Keeps an open list above the phone's keyboard. It never takes more height than the keyboard leaves below
 * its input.
 */
export function useFittingList(list: RefObject<HTMLElement | null>, isOpen: boolean, rows: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows need more room
  useEffect(() => {
    const input = list.current?.previousElementSibling;
    if (!isOpen || rows === 0 || list.current === null || !input) return;
    const element = list.current;
    const refit = () => fitList(element, input);
    refit();
    window.visualViewport?.addEventListener('resize', refit);
    return () => window.visualViewport?.removeEventListener('resize', refit);
  }, [isOpen, rows]);
}
