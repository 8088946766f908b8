import { useSyncExternalStore } from 'react';

type Listener<Value> = (now: Value, before: Value) => void;

/** A value that components share. Prerendering and hydration use the initial one. */
export function createValue<Value>(initial: Value) {
  let value = initial;
  const listeners = new Set<Listener<Value>>();
  const shared = {
    initial,
    get: (): Value => value,
    set: (next: Value): void => {
      const before = value;
      value = next;
      if (!Object.is(next, before)) for (const listener of listeners) listener(next, before);
    },
    /** Changes some members of an object. */
    change: (part: Partial<Value>): void => shared.set({ ...value, ...part }),
    /** Calls back after each change. Returns how to stop. */
    subscribe: (listener: Listener<Value>) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** A part of the value. The component renders again when the part changes. */
    use: <Part>(select: (value: Value) => Part): Part =>
      useSyncExternalStore(
        shared.subscribe as (listener: () => void) => () => void,
        () => select(value),
        () => select(shared.initial),
      ),
  };
  return shared;
}
