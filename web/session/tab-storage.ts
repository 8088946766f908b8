import { type GenericSchema, type InferOutput, number, object, safeParse, string } from 'valibot';

/** Reading `sessionStorage` throws where the browser blocks cookies. */
function storage(): Storage | undefined {
  try {
    return globalThis.sessionStorage;
  } catch {
    return undefined;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * `sessionStorage` as JSON. If it is unavailable or full, nothing survives a page load, and everything else
 * works.
 */
export const tabStorage = {
  /** Undefined when nothing is stored, or a value of another shape, such as one of an earlier version. */
  read: <S extends GenericSchema>(key: string, schema: S): InferOutput<S> | undefined => {
    const parsed = safeParse(schema, parseJson(storage()?.getItem(key) ?? ''));
    return parsed.success ? parsed.output : undefined;
  },
  write: (key: string, value: unknown): void => {
    try {
      storage()?.setItem(key, JSON.stringify(value));
    } catch {
      // The storage is full. Typed text is still on the page, and an applicant's answers are on the server.
    }
  },
  remove: (key: string): void => storage()?.removeItem(key),
};

/** A value that stays in the tab for its owner and some time. The owner is '' for an anonymous visitor. */
export function ownedTabStorage<S extends GenericSchema>(key: string, schema: S, maxAgeMs: number) {
  const entry = object({ value: schema, owner: string(), at: number() });
  /** Milliseconds until the value expires; negative without one. */
  const timeLeft = () => (tabStorage.read(key, entry)?.at ?? 0) + maxAgeMs - Date.now();
  return {
    timeLeft,
    read: (owner: string): InferOutput<S> | undefined => {
      const stored = tabStorage.read(key, entry);
      return stored?.owner === owner && timeLeft() > 0 ? stored.value : undefined;
    },
    write: (owner: string, value: unknown): void => tabStorage.write(key, { value, owner, at: Date.now() }),
    remove: (): void => tabStorage.remove(key),
  };
}

/** Not a member of `tabStorage`, because the pages of applicants need no bytes for it. */
export function removeFromTab(prefix: string): void {
  const all = Object.keys(storage() ?? {});
  for (const key of all.filter((each) => each.startsWith(prefix))) tabStorage.remove(key);
}
