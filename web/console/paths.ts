/** Pages of the console. */
export const listPath = '/staff';
export const signedOutPath = '/staff/signed-out';
export const checklistPath = '/staff/checklist';
export const settingsPath = '/staff/settings';
export const auditLogPath = '/staff/audit-log';

/** The paths and queries that the server accepts as the page to return to (shared/api/console.ts). */
const returnable = /^\/staff(?:[/?][\w\-./?=&%+~:,@]{0,1990})?$/;

/** The page to open after signing in: this one, or the list. */
function pageToReturnTo(): string {
  const page = location.pathname + location.search.replaceAll('*', '%2A');
  return returnable.test(page) && location.pathname !== signedOutPath ? page : listPath;
}

/** The link that signs in and returns to this page. `isFresh`: the university asks for the password again. */
export function signInUrl(isFresh = false): string {
  const query = new URLSearchParams({ to: pageToReturnTo(), ...(isFresh && { fresh: 'yes' }) });
  return `/api/staff/sign-in?${query}`;
}
