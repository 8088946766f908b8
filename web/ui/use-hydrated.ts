import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False where a page was drawn ahead of time and while the browser takes it over; what depends on the day waits for it. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
