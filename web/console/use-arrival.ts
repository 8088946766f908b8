import { useEffect, useRef } from 'react';

let isFirstPage = true;

/** Sets the title of a page. After the first page, moves the focus to the heading of each page that opens. */
export function useArrival(title: string, place: string): void {
  const previous = useRef('');
  useEffect(() => {
    document.title = `${title} - Admissions console`;
  }, [title]);
  useEffect(() => {
    if (previous.current === place) return;
    previous.current = place;
    const isFirst = isFirstPage;
    isFirstPage = false;
    if (isFirst) return;
    window.scrollTo(0, 0);
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }, [place]);
}
