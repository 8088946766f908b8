import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { speak, spokenText } from '../../../web/ui/speak.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('speak joins texts of one moment, keeps a second between announcements and repeats a text', () => {
  speak('3 results');
  speak('Saved.');
  speak('Saved.');
  expect(spokenText()).toBe('');
  vi.advanceTimersByTime(150);
  expect(spokenText()).toBe('3 results. Saved.');
  speak('Saved.');
  vi.advanceTimersByTime(999);
  expect(spokenText()).toBe('3 results. Saved.');
  vi.advanceTimersByTime(1);
  expect(spokenText()).toBe('');
  vi.advanceTimersByTime(150);
  expect(spokenText()).toBe('Saved.');
  // Users who read on do not meet it later.
  vi.advanceTimersByTime(3_000);
  expect(spokenText()).toBe('');
});
