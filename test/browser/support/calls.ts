import type { Page } from './test.ts';

/** The page's calls to the server from now on, in order: method, path and body. */
export function callsOf(page: Page): readonly string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(api|public|service)\//.test(pathname))
      calls.push(`${request.method()} ${pathname} ${request.postData() ?? ''}`.trim());
  });
  return calls;
}

/** The same without the bodies. */
export const pathsOf = (calls: readonly string[]): readonly string[] =>
  calls.map((call) => call.split(' ').slice(0, 2).join(' '));
