/**
 * Waits for all of it, and only then throws the first error: what can still be done is done before anybody
 * gets an answer.
 */
export async function settleAll(work: readonly Promise<unknown>[]): Promise<void> {
  const settled = await Promise.allSettled(work);
  for (const each of settled) if (each.status === 'rejected') throw each.reason;
}
