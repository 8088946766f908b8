import { string } from 'valibot';
import { tabStorage } from './tab-storage.ts';

/** The key in the tab's storage. The script that hides prerendered pages reads it too. */
export const staffTokenKey = 'service-token';

/**
 * When a token ends, in milliseconds since 1970; 0 for a text that is no token. The server alone decides if
 * it is valid.
 */
export function endOfStaffToken(token: string): number {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const { exp } = JSON.parse(atob(payload)) as { exp?: unknown };
    return typeof exp === 'number' ? exp * 1_000 : 0;
  } catch {
    return 0;
  }
}

export const forgetStaffToken = (): void => tabStorage.remove(staffTokenKey);

const isReload = () => {
  const [entry] = performance.getEntriesByType('navigation');
  return (entry as PerformanceNavigationTiming | undefined)?.type === 'reload';
};

/**
 * The token of the view of staff: the one of the URL, or after a reload the one of this tab. It is never in
 * the URL, the history or another tab, and any other navigation forgets it.
 */
export function keepStaffToken(fromUrl: string | null): string | null {
  const token = fromUrl ?? (isReload() ? (tabStorage.read(staffTokenKey, string()) ?? null) : null);
  const isCurrent = token !== null && endOfStaffToken(token) > Date.now();
  if (isCurrent) tabStorage.write(staffTokenKey, token);
  else forgetStaffToken();
  return token;
}
