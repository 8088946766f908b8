import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pause } from '../../lambdas/runtime/clock.ts';
import { inConstantTime } from '../../lambdas/runtime/constant-time.ts';

// The clock of these tests stands still until it is moved.

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** After how many milliseconds a call answers whose work takes so long. */
async function answerTime(call: string, working: number, outcome: 'works' | 'fails' = 'works') {
  const start = Date.now();
  const work = pause(working).then(() => {
    if (outcome === 'fails') throw new Error('The address is unknown.');
  });
  const answered = inConstantTime(call, work).then(
    () => Date.now() - start,
    () => Date.now() - start,
  );
  await vi.advanceTimersByTimeAsync(20_000);
  return answered;
}

describe('answers that must look alike', () => {
  it('take 600 milliseconds, whatever work they did', async () => {
    const times = [];
    for (const working of [0, 20, 300, 599]) times.push(await answerTime('quick', working));
    times.push(await answerTime('quick', 50, 'fails'));
    expect(times).toEqual([600, 600, 600, 600, 600]);
  });

  it('take as long as a slow one for a minute, because Cognito is slow only for known addresses', async () => {
    expect(await answerTime('sign-up', 1300)).toBe(1800);
    expect(await answerTime('sign-up', 5, 'fails')).toBe(1800);
    expect(await answerTime('sign-up', 700)).toBe(1800);
    expect(await answerTime('log-in', 5)).toBe(600);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await answerTime('sign-up', 5)).toBe(600);
  });

  it('take at most three seconds when their own work was quick', async () => {
    expect(await answerTime('forgot', 12_345)).toBe(12_600);
    expect(await answerTime('forgot', 5)).toBe(3000);
  });
});
