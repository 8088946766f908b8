import { type GenericSchema, type InferOutput, safeParse } from 'valibot';

/** Reading `sessionStorage` throws where the browser keeps no cookies. */
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
 * The storage of this tab, as JSON. Without storage, or without room in it, nothing is remembered across page loads, and
 * everything else works.
 */
export const tabStorage = {
  /** Undefined when nothing is stored, or something of another shape, as an earlier version may have left. */
  read: <S extends GenericSchema>(key: string, schema: S): InferOutput<S> | undefined => {
    const parsed = safeParse(schema, parseJson(storage()?.getItem(key) ?? ''));
    return parsed.success ? parsed.output : undefined;
  },
  write: (key: string, value: unknown): void => {
    try {
      storage()?.setItem(key, JSON.stringify(value));
    } catch {
      // No room. What is typed is still on the page, and an applicant's answers are on the server.
    }
  },
  remove: (key: string): void => storage()?.removeItem(key),
};
