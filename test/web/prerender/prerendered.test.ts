import { afterEach, expect, it, vi } from 'vitest';
import { publicPaths, renderPage } from '../../../web/prerender/render-page.tsx';

afterEach(() => {
  vi.useRealTimers();
});

async function drawnOn(day: string, path: string): Promise<string> {
  vi.useFakeTimers({ now: new Date(`${day}T12:00:00Z`), toFake: ['Date'] });
  return (await renderPage(path, 'northern-lakes')).html;
}

it.each(publicPaths)('draws %s the same on every day, because it is shown on days to come', async (path) => {
  expect(await drawnOn('2026-11-30', path)).toBe(await drawnOn('2031-02-28', path));
});

it.each(publicPaths)(
  'draws %s with its title, a form that sends nothing into the address, and buttons that wait',
  async (path) => {
    const { html, title } = await renderPage(path, 'northern-lakes');
    expect(title).toMatch(/^[A-Z][\w ]+ - First-year application$/);
    expect(html.match(/<form [^>]*>/g)?.every((form) => form.includes('method="post"'))).toBe(true);
    expect(html.match(/<button (?!disabled)/)).toBeNull();
  },
);
