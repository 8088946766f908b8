const pauseMilliseconds = 300;

/** Repeats a question until it has an answer. Undefined when there was none in time. */
export async function until<T>(seconds: number, ask: () => Promise<T | undefined>): Promise<T | undefined> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined || Date.now() > end) return answer;
    await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
  }
}
