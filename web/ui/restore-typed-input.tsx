import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { readTypedInput, restoreTypedInput } from './typed-input.ts';

/**
 * Makes the components that render together with it subscribe to their stores before the next frame. React
 * would subscribe them some time after the frame that shows them, and letters typed in between would be lost.
 * A state update in a layout effect leaves no time between the two.
 */
export function ListenAtOnce(): null {
  const [, setRendered] = useState(false);
  useLayoutEffect(() => setRendered(true), []);
  return null;
}

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
