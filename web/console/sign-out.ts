import { staffSessionRoutes } from '../../shared/api/console-routes.ts';
import { UnauthorizedError } from '../api-client/errors.ts';
import { callStaff } from './call-staff.ts';
import { signedOutPath } from './paths.ts';
import { noteOwnSignOut } from './session.ts';
import { clearTab } from './tab-data.ts';

interface Options {
  /** Ends all sessions of the person, also those in other browsers. */
  readonly isEverywhere?: boolean;
}

const signOutUrl = async ({ isEverywhere = false }: Options): Promise<string> => {
  try {
    const query = isEverywhere ? ({ everywhere: 'yes' } as const) : {};
    return (await callStaff(staffSessionRoutes.signOut, { query })).url;
  } catch (error) {
    // The session had ended before. Others may be open.
    if (error instanceof UnauthorizedError && !isEverywhere) return signedOutPath;
    throw error;
  }
};

/**
 * Signs out here and in other tabs, and leaves the page. Rejects if the server cannot be reached, and never
 * resolves: the pressed button stays busy while the next page loads.
 */
export async function signOut(options: Options = {}): Promise<void> {
  const url = await signOutUrl(options);
  clearTab();
  noteOwnSignOut();
  location.assign(url);
  await new Promise(() => {});
}
