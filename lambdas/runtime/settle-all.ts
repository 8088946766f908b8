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
