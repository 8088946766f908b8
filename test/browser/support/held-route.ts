import type { Page, Request } from './test.ts';

/**
 * Delays a page's matching requests until the returned function is called. `times` limits their number.
 */
export async function holdRoute(
  page: Page,
  url: string | RegExp,
  {
    times,
    only = () => true,
  }: { readonly times?: number; readonly only?: (request: Request) => boolean } = {},
): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(
    url,
    async (route) => {
      if (only(route.request())) await held.promise;
      await route.continue();
    },
    times === undefined ? {} : { times },
  );
  return held.resolve;
}
