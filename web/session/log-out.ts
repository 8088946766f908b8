import { accountRoutes } from '../../shared/api/account-routes.ts';
import { call } from '../api-client/call.ts';
import { errorMessage, UnauthorizedError } from '../api-client/errors.ts';
import { retryUntilDone } from '../ui/retry.ts';
import { showUnexpectedError } from '../ui/toast.ts';
import {
  type LogOutNotice,
  logOutOtherTabs,
  navigateTo,
  openLogIn,
  resetPage,
  saveBeforeEnd,
} from './end-session.ts';
import { deletedPath } from './paths.ts';
import { deleteSessionCookies, getSession } from './session.ts';
import { deleteDraft } from './unsaved-answers.ts';

/** Saves the queue. Resolves to false when something could not be saved. */
export const saveAll = (): Promise<boolean> =>
  saveBeforeEnd().then(
    () => true,
    (error) => error instanceof UnauthorizedError,
  );

/**
 * Repeats the call until it succeeds or a user logs in here: a session that outlives its log-out is a risk.
 */
const retryLogOut = (): Promise<unknown> =>
  retryUntilDone(async () => {
    if (!getSession().is_logged_in) await call(accountRoutes.logOut, {});
  }, true);

interface Failure {
  readonly error: unknown;
}

async function callLogOut(): Promise<Failure | { readonly message: string }> {
  try {
    return await call(accountRoutes.logOut, {});
  } catch (error) {
    return { error };
  }
}

/** Logs out after saving. `error` is the message that the log-in page shows after inactivity. */
export async function logOut(error?: string): Promise<void> {
  const { username } = getSession();
  await saveBeforeEnd().catch(() => {
    // The applicant confirmed losing answers; after inactivity the draft keeps them.
  });
  // After inactivity the applicant may resume with unsaved answers. An applicant who logs out leaves none
  // behind.
  const keepsDraft = error !== undefined;
  if (!keepsDraft) deleteDraft();
  const reply = await callLogOut();
  const hasFailed = 'error' in reply;
  resetPage();
  // A save in progress may have written the draft again.
  if (!keepsDraft) deleteDraft();
  if (hasFailed && reply.error instanceof UnauthorizedError) return;
  const message = hasFailed ? {} : { message: reply.message };
  const notice: LogOutNotice = error === undefined ? message : { error };
  logOutOtherTabs(notice);
  openLogIn(notice, username);
  if (!hasFailed) return;
  deleteSessionCookies();
  showUnexpectedError(errorMessage(reply.error));
  void retryLogOut();
}

/** Leaves an account that its owner has deleted. No typed answer stays in this tab. */
export function leaveDeletedAccount(): void {
  deleteDraft();
  resetPage();
  deleteDraft();
  logOutOtherTabs({});
  navigateTo(deletedPath);
}
