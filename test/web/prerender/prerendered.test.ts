import { afterEach, expect, it, vi } from 'vitest';
import { publicPaths, renderPage } from '../../../web/prerender/render-page.tsx';

afterEach(() => {
  vi.useRealTimers();
});

async function renderOn(day: string, path: string): Promise<string> {
  vi.useFakeTimers({ now: new Date(`${day}T12:00:00Z`), toFake: ['Date'] });
  return (await renderPage(path)).html;
}

it.each(publicPaths)('the prerendered %s is the same on every day', async (path) => {
  expect(await renderOn('2026-11-30', path)).toBe(await renderOn('2031-02-28', path));
});

it.each(publicPaths)(
  'the prerendered %s has its title, forms that put nothing into the URL, and buttons that are disabled without scripts',
  async (path) => {
    const { html, title } = await renderPage(path);
    expect(title).toMatch(/^[A-Z][\w ]+ - First-year application$/);
    expect(html.match(/<form [^>]*>/g)?.every((form) => form.includes('method="post"'))).toBe(true);
    expect(html.match(/<button (?!disabled)/)).toBeNull();
  },
);
