const signals = ['SIGINT', 'SIGTERM'] as const;

/** Runs `work` to its end, or aborts its signal on Ctrl+C. Returns undefined if it was stopped. */
export async function untilStopped<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const name of signals) process.on(name, stop);
  try {
    return await work(stopping.signal);
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
    return undefined;
  } finally {
    for (const name of signals) process.off(name, stop);
  }
}
