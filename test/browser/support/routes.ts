import type { Page, Request } from './test.ts';

/**
 * Delays matching requests until the returned function is called. `times` limits how many are delayed.
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

/** Lets the next matching request reach the server, and drops its response. */
export const loseResponse = (page: Page, url: string): Promise<unknown> =>
  page.route(
    url,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
