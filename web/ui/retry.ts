const pause = 5_000;

/** The network is back, or it is worth another try. */
const nextTry = () =>
  new Promise<void>((resolve) => {
    addEventListener('online', () => resolve(), { once: true });
    setTimeout(resolve, pause);
  });

/** Does a piece of work until it succeeds; what has just failed waits before it is tried. */
export async function retryUntilDone<Result>(
  work: () => Promise<Result>,
  hasFailed = false,
): Promise<Result> {
  if (hasFailed) await nextTry();
  for (;;)
    try {
      return await work();
    } catch {
      await nextTry();
    }
}
