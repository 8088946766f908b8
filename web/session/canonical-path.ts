import { accountPaths, completionPath, formPaths, openPaths, securityPath } from './paths.ts';

const pages: readonly string[] = [...formPaths, ...accountPaths, ...openPaths, completionPath, securityPath];

/** The path of a page for a variant such as '/Login/'; any other path unchanged. */
export function canonicalPath(pathname: string): string {
  const path = pathname.toLowerCase().replace(/\/+$/, '');
  return pages.includes(path) ? path : pathname;
}

/** Replaces the URL by its canonical form before any code reads it. */
export function applyCanonicalPath(): void {
  const path = canonicalPath(location.pathname);
  if (path !== location.pathname)
    history.replaceState(history.state, '', path + location.search + location.hash);
}
