/** A readable duration: '0.4 s', '12 s', '3 min 5 s'. */
export function sayDuration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/**
 * Runs a long step of a command, and prints its start and its duration. It prints to standard error, because
 * another program may read standard output.
 */
export async function step<T>(title: string, work: () => Promise<T> | T): Promise<T> {
  console.error(`${title} ...`);
  const began = performance.now();
  const result = await work();
  console.error(`${title}: done in ${sayDuration(performance.now() - began)}`);
  return result;
}

/** Prints the number of finished items, at most once a second. */
export function counter(title: string, total: number): { readonly add: () => void } {
  let done = 0;
  let said = performance.now();
  return {
    add: () => {
      done += 1;
      if (performance.now() - said < 1000 && done < total) return;
      said = performance.now();
      console.error(`${title}: ${done} of ${total}`);
    },
  };
}
