/** The only place where functions read the time, in milliseconds since 1970. */
export const now = (): number => Date.now();

export const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

/** Today in UTC as yyyy-mm-dd, which the rules of the form use. */
export const today = (): string => new Date(now()).toISOString().slice(0, 10);

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Waits for all of it, and only then throws the first error: what can still be done is done before anybody
 * gets an answer.
 */
export async function settleAll(work: readonly Promise<unknown>[]): Promise<void> {
  const settled = await Promise.allSettled(work);
  for (const each of settled) if (each.status === 'rejected') throw each.reason;
}

/** Waits for work, but at most this many milliseconds. The work goes on, and handles its own errors. */
export const waitAtMost = (milliseconds: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([
    work,
    new Promise((resolve) => AbortSignal.timeout(milliseconds).addEventListener('abort', resolve)),
  ]);
