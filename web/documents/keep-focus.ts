import { type RefCallback, type RefObject, useCallback, useLayoutEffect, useRef } from 'react';

/**
 * Keeps the focus in a box whose parts come and go: when the one that has it goes, the first link or button that then
 * stands there takes it. Returned is what each such part takes as its `ref`. Who has moved on meanwhile is left alone.
 */
export function useKeepFocus(box: RefObject<HTMLElement | null>): RefCallback<HTMLElement> {
  const isLost = useRef(false);
  useLayoutEffect(() => {
    if (!isLost.current) return;
    isLost.current = false;
    box.current?.querySelector<HTMLElement>('a, button')?.focus();
  });
  return useCallback(
    (part: HTMLElement | null) => () => {
      if (part !== null && part === document.activeElement) isLost.current = true;
    },
    [],
  );
}
