import type { Patch, Value } from '../../shared/form/index.ts';

/**
 * Values that this tab sent and the server has not acknowledged. If the reply to a save is lost, the next
 * save reports the first one as a conflict; the applicant need not resolve that. The draft keeps them over a
 * reload.
 */
const sent = new Map<string, Value[]>();

const page = globalThis.crypto.randomUUID();
let saveNumber = 0;

/** Saves of one page may arrive out of order. The server applies them in the order of these numbers. */
export function nextSaveOrder() {
  saveNumber += 1;
  return { page, number: saveNumber };
}

/** Each is stored with the draft, at every change. */
const maxSentValues = 5;

export function rememberSent(answers: Iterable<readonly [string, Value | undefined]>): void {
  for (const [key, value] of answers) {
    const others = (sent.get(key) ?? []).filter((other) => other !== value);
    if (value !== undefined) sent.set(key, [...others, value].slice(-maxSentValues));
  }
}

export const sentValues = (): Readonly<Record<string, Value[]>> => Object.fromEntries(sent);

export const conflictsFromElsewhere = (conflicts: Patch): Patch =>
  Object.fromEntries(
    Object.entries(conflicts).filter(
      ([key, value]) => value !== undefined && !sent.get(key)?.includes(value),
    ),
  );

export const forgetSent = (key: string): void => void sent.delete(key);
