import { completionPath, defaultPath, isAccountPath, isFormPath, isOpenPath, securityPath } from './paths.ts';
import type { Session } from './session.ts';

/** A requested page: its URL and the state of the navigation. */
export interface RequestedPage {
  readonly pathname: string;
  readonly search?: string;
  readonly hash?: string;
  /** An error that only the log-in page can show. */
  readonly error?: string | undefined;
  /** The code of a password-reset link. */
  readonly reset?: string | undefined;
}

type SessionState = Pick<Session, 'web_status' | 'last_page' | 'is_logged_in' | 'has_changed_page'>;

/** A reset link works while another user is logged in, and the log-in page always shows its error. */
function isAlwaysOpen({ pathname, error, reset }: RequestedPage): boolean {
  if (pathname === '/reset') return reset !== undefined;
  return pathname === '/login' && error !== undefined;
}

/** The path to redirect to, or null when the requested page may open. */
export function redirectFor(requested: RequestedPage, session: SessionState): string | null {
  const { pathname, search = '', hash = '' } = requested;
  if (isOpenPath(pathname)) return null;
  if (pathname === securityPath) return session.is_logged_in ? null : '/login';
  if (isAccountPath(pathname)) return session.is_logged_in && !isAlwaysOpen(requested) ? defaultPath : null;
  if (pathname !== completionPath && !isFormPath(pathname)) return `${defaultPath}${search}`;
  if (session.web_status === 'submitted') return pathname === completionPath ? null : completionPath;
  if (pathname === completionPath) return defaultPath;
  const resumesLastPage =
    session.is_logged_in && !session.has_changed_page && hash === '' && isFormPath(session.last_page);
  return resumesLastPage && session.last_page !== pathname ? session.last_page : null;
}
