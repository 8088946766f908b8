import { visitorRoutes } from '../../../shared/api/application-routes.ts';
import type { Page } from './test.ts';

/** Each page reads the published settings at its start and again while it is open. */
export const isSettingsRead = (pathname: string): boolean => pathname === visitorRoutes.getSettings.path;

/**
 * The page's calls to the server from now on, in order: method, path and body. Reads of the published
 * settings are left out.
 */
export function callsOf(page: Page): readonly string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(api|public|service)\//.test(pathname) && !isSettingsRead(pathname))
      calls.push(`${request.method()} ${pathname} ${request.postData() ?? ''}`.trim());
  });
  return calls;
}

/** The same without the bodies. */
export const pathsOf = (calls: readonly string[]): readonly string[] =>
  calls.map((call) => call.split(' ').slice(0, 2).join(' '));
