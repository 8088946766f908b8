import { type RefCallback, type RefObject, useCallback, useLayoutEffect, useRef } from 'react';

/**
 * Keeps the focus in a container whose children come and go: when a focused child is removed, the first
 * remaining link or button gets the focus. Returns the ref of such children. A focus elsewhere is not moved.
 */
export function useKeepFocus(container: RefObject<HTMLElement | null>): RefCallback<HTMLElement> {
  const isLost = useRef(false);
  useLayoutEffect(() => {
    if (!isLost.current) return;
    isLost.current = false;
    container.current?.querySelector<HTMLElement>('a, button')?.focus();
  });
  return useCallback(
    (element: HTMLElement | null) => () => {
      if (element !== null && element === document.activeElement) isLost.current = true;
    },
    [],
  );
}
