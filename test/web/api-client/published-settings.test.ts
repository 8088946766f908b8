import { afterEach, beforeEach, expect, it, vi } from 'vitest';

type Published = typeof import('../../../web/api-client/published-settings.ts');
const { call } = vi.hoisted(() => ({ call: vi.fn() }));
vi.mock('../../../web/api-client/call.ts', () => ({ call }));

const day = 86_400_000;
const tab = { hidden: false, listeners: [] as (() => void)[] };
const returnToTab = () => {
  tab.hidden = false;
  for (const listener of tab.listeners) listener();
};

/** Follows the settings of a deadline so many days from now. */
async function follow(days: number): Promise<void> {
  const at = new Date(Date.now() + days * day).toISOString().slice(0, 16);
  const deadline = { id: 'regular', label: 'Regular decision', at, graceMinutes: 0, warnDays: [] };
  call.mockReset().mockResolvedValue({ version: 1, settings: { deadlines: [deadline] } });
  vi.resetModules();
  const published: Published = await import('../../../web/api-client/published-settings.ts');
  await import('../../../shared/partners/deadlines.ts'); // the page loads it later, which fake timers do not await
  published.followSettings();
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-12-20T12:00Z') });
  tab.listeners.length = 0;
  vi.stubGlobal('document', {
    get hidden() {
      return tab.hidden;
    },
    addEventListener: (_: string, listener: () => void) => tab.listeners.push(listener),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each([
  ['ten minutes if no deadline is near', 30, 600_000],
  ['40 seconds on the day before a deadline', 0.7, 40_000],
  ['40 seconds on the day after it', -0.5, 40_000],
])('an open page reads the settings every %s', async (_, days, periodMs) => {
  await follow(days);
  expect(call).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(3 * periodMs + 1_000);
  expect(call).toHaveBeenCalledTimes(4);
});

it('a hidden page does not read the settings, and reads them on the return to it', async () => {
  await follow(30);
  tab.hidden = true;
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(call).toHaveBeenCalledTimes(1);
  returnToTab();
  returnToTab();
  expect(call).toHaveBeenCalledTimes(2);
});
