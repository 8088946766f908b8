import { accountPaths, completionPath, formPaths, statementPath } from './paths.ts';

const pages: readonly string[] = [...formPaths, ...accountPaths, completionPath, statementPath];

/** The path of the page that somebody means who adds a slash or capitals, as '/Login/'; any other path as it is. */
export function canonicalPath(pathname: string): string {
  const path = pathname.toLowerCase().replace(/\/+$/, '');
  return pages.includes(path) ? path : pathname;
}

/** Corrects the address before anything reads it. */
export function correctAddress(): void {
  const path = canonicalPath(location.pathname);
  if (path !== location.pathname)
    history.replaceState(history.state, '', path + location.search + location.hash);
}
