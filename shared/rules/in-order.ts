/**
 * Works on items, some at the same time, and returns the results in the order of the items. If the caller
 * stops early, the signal aborts, and unfinished work is waited for.
 */
export async function* inOrder<Item, Result>(
  all: readonly Item[],
  maxConcurrent: number,
  work: (item: Item, signal: AbortSignal) => Promise<Result>,
): AsyncGenerator<Result> {
  const stopping = new AbortController();
  const begun: Promise<Result>[] = [];
  let next = 0;
  const begin = () => {
    for (const item of all.slice(next, next + maxConcurrent - begun.length)) {
      begun.push(work(item, stopping.signal));
      begun.at(-1)?.catch(() => undefined); // until it is awaited
      next += 1;
    }
    return begun.shift();
  };
  try {
    for (let first = begin(); first !== undefined; first = begin()) yield await first;
  } finally {
    stopping.abort();
    await Promise.allSettled(begun);
  }
}
