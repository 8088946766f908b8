import { vi } from 'vitest';

/** Longer than any step takes, also on a machine that is busy with other work. */
const atMost = 60_000;

/** Repeats a check until it passes, and returns what it returns. */
export const eventually = <Result>(check: () => Result | Promise<Result>): Promise<Result> =>
  vi.waitFor(check, { timeout: atMost, interval: 50 });
