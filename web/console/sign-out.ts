import { staffSessionRoutes } from '../../shared/api/console-routes.ts';
import { UnauthorizedError } from '../api-client/errors.ts';
import { callStaff } from './call-staff.ts';
import { signedOutPath } from './paths.ts';
import { noteOwnSignOut } from './session.ts';
import { clearTab } from './tab-data.ts';

const signOutUrl = async (): Promise<string> => {
  try {
    return (await callStaff(staffSessionRoutes.signOut, {})).url;
  } catch (error) {
    if (error instanceof UnauthorizedError) return signedOutPath; // the session had ended before
    throw error;
  }
};

/** Signs out here and in other tabs, and leaves the page. Rejects if the server cannot be reached. */
export async function signOut(): Promise<void> {
  const url = await signOutUrl();
  clearTab();
  noteOwnSignOut();
  location.assign(url);
}
