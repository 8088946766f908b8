export const formPaths = ['/about', '/education', '/final-steps'] as const;
export const accountPaths = ['/login', '/signup', '/confirm', '/forgot', '/reset'] as const;
export const completionPath = '/completion';
export const defaultPath = '/about';
/** The account of an applicant who is logged in. */
export const securityPath = '/account';
/** After an applicant has deleted the application and the account. */
export const deletedPath = '/deleted';
/** The accessibility statement. */
export const accessibilityPath = '/accessibility';
/** Pages that are open to everyone at any time. The last one shows an application to another person. */
export const openPaths: readonly string[] = [accessibilityPath, deletedPath];

export const isFormPath = (path: string): boolean => formPaths.some((candidate) => candidate === path);
export const isOpenPath = (path: string): boolean => openPaths.some((candidate) => candidate === path);
export const isAccountPath = (path: string): boolean => accountPaths.some((candidate) => candidate === path);

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
