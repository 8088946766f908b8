import { completionPath, defaultPath, isAccountPath, isFormPath, statementPath } from './paths.ts';
import type { Session } from './session.ts';

/** A place somebody asks for: an address and what came with the navigation. */
export interface RequestedPage {
  readonly pathname: string;
  readonly search?: string;
  readonly hash?: string;
  /** An error in navigation state, which only the log-in page can show. */
  readonly error?: string | undefined;
  /** The code of a link to a new password. */
  readonly reset?: string | undefined;
}

type Known = Pick<Session, 'web_status' | 'last_page' | 'is_logged_in' | 'has_changed_page'>;

/** A reset link works in any browser, and a message on the log-in page is always read (decision D-03). */
function isAlwaysOpen({ pathname, error, reset }: RequestedPage): boolean {
  if (pathname === '/reset') return reset !== undefined;
  return pathname === '/login' && error !== undefined;
}

/** Where somebody is taken instead of the place they asked for; null when they may stay (decision D-04). */
export function redirectFor(asked: RequestedPage, known: Known): string | null {
  const { pathname, search = '', hash = '' } = asked;
  if (pathname === statementPath) return null;
  if (isAccountPath(pathname)) return known.is_logged_in && !isAlwaysOpen(asked) ? defaultPath : null;
  if (pathname !== completionPath && !isFormPath(pathname)) return `${defaultPath}${search}`;
  if (known.web_status === 'submitted') return pathname === completionPath ? null : completionPath;
  if (pathname === completionPath) return defaultPath;
  const isPulled =
    known.is_logged_in && !known.has_changed_page && hash === '' && isFormPath(known.last_page);
  return isPulled && known.last_page !== pathname ? known.last_page : null;
}
