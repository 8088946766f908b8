import { now, pause } from '../runtime/clock.ts';

/** How long a write is tried again, in milliseconds. A function that changes an application may work for ten seconds. */
const patience = 5_000;
const firstPause = 20;
const longestPause = 640;

/** Any time up to a bound that doubles with each attempt: calls that met once do not meet again in step. */
const pauseAfter = (attempt: number) => Math.random() * Math.min(longestPause, firstPause * 2 ** attempt);

/** Repeats a piece of work until it returns something; undefined when the time is up. */
export async function retryUntilDone<Result>(
  work: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const end = now() + patience;
  for (let attempt = 0; ; attempt++) {
    const result = await work();
    if (result !== undefined) return result;
    const wait = pauseAfter(attempt);
    if (now() + wait > end) return undefined;
    await pause(wait);
  }
}
