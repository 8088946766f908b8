import { useSyncExternalStore } from 'react';

type Members = Readonly<Record<string, unknown>>;

/** Listeners by the member that they read: a change calls no listener of another member. */
export function createMemberListeners() {
  const listeners = new Map<string, Set<() => void>>();
  return {
    /** Calls back after a change of one of these members. Returns how to stop. */
    subscribe(names: readonly string[], listener: () => void): () => void {
      for (const name of names) listeners.set(name, (listeners.get(name) ?? new Set()).add(listener));
      return () => {
        for (const name of names) listeners.get(name)?.delete(listener);
      };
    },
    /** Calls each listener of a member that differs once. */
    call(changes: readonly (readonly [now: Members, before: Members])[]): void {
      const called = new Set<() => void>();
      for (const [now, before] of changes) {
        if (now === before) continue;
        for (const name of Object.keys({ ...before, ...now }))
          if (now[name] !== before[name])
            for (const listener of listeners.get(name) ?? []) called.add(listener);
      }
      for (const listener of called) listener();
    },
  };
}

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
