import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { ListenAtOnce } from './listen-at-once.tsx';
import { readTypedInput, restoreTypedInput } from './typed-input.ts';

interface Props {
  readonly container: RefObject<HTMLElement | null>;
  readonly onHydrated?: () => void;
}

/**
 * Reads what the user typed into a prerendered element before its hydration, and restores it once all fields
 * are subscribed: its effects run after those of its preceding siblings, and no input event comes between
 * the two.
 */
export function RestoreTypedInput({ container, onHydrated }: Props) {
  const typed = useRef<ReturnType<typeof readTypedInput>>([]);
  useLayoutEffect(() => {
    if (container.current !== null) typed.current = readTypedInput(container.current);
    onHydrated?.();
  }, [container, onHydrated]);
  useEffect(() => {
    queueMicrotask(() => restoreTypedInput(typed.current, document.activeElement));
  }, []);
  return <ListenAtOnce />;
}
