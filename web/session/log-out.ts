import { invalidSessionMessage } from '../../shared/api/messages.ts';
import { routes } from '../../shared/api/routes.ts';
import { call } from '../api-client/call.ts';
import { errorMessage, UnauthorizedError } from '../api-client/errors.ts';
import { retryUntilDone } from '../ui/retry.ts';
import { toast } from '../ui/toast.ts';
import { showUnexpectedError } from '../ui/unexpected-error.ts';
import { clearAnonymousAnswers } from './anonymous-answers.ts';
import { forgetUser, isOtherUser } from './current-user.ts';
import { type LogOutNotice, logOutOtherTabs, watchOtherTabs } from './other-tabs.ts';
import { deletedPath } from './paths.ts';
import { deleteSessionCookies, getSession, resetSession } from './session.ts';
import { deleteDraft } from './unsaved-answers.ts';

export const inactivityMessage = 'You have been automatically logged out due to inactivity.';

/** True if a log-in error is about an ended session. Nothing failed then, and no typed answer is lost. */
export const isSessionEnd = (error: string | undefined): boolean =>
  error === invalidSessionMessage || error === inactivityMessage;

/** State of the log-in page: a message, or an error and the username to log in with again. */
interface LogInState extends LogOutNotice {
  readonly username?: string;
}

/** Callbacks for the end of a session. The router and the form register them when they start. */
interface SessionHooks {
  readonly navigate: (path: string, state: LogInState) => void;
  /** Saves the queue while the session is still valid. Rejects when something could not be saved. */
  readonly save: () => Promise<void>;
  /** Stores unsaved answers in this tab, for the same user to resume with. */
  readonly keepDraft: () => void;
  /** Clears all data about the applicant on the page. */
  readonly reset: () => void;
}

let hooks: SessionHooks = { navigate: () => {}, save: async () => {}, keepDraft: () => {}, reset: () => {} };

export const connectSession = (newHooks: Partial<SessionHooks>): void => {
  hooks = { ...hooks, ...newHooks };
};

/** Opens another page from outside a component. */
export const navigateTo = (path: string): void => hooks.navigate(path, {});

function resetPage(): void {
  hooks.reset();
  toast.closeErrors();
  forgetUser();
  clearAnonymousAnswers();
  resetSession();
}

/** Opens the log-in page. After an expired session, the username is filled in. */
function openLogIn(notice: LogOutNotice, username: string): void {
  hooks.navigate('/login', isSessionEnd(notice.error) && username !== '' ? { ...notice, username } : notice);
}

/**
 * Ends a session that the server rejected: unsaved answers stay in this tab, and the log-in page shows the
 * reason.
 */
export function clearPage(): void {
  const { username } = getSession();
  hooks.keepDraft();
  // If another user has logged in from another tab, the cookies belong to that user.
  if (!isOtherUser()) deleteSessionCookies();
  resetPage();
  openLogIn({ error: invalidSessionMessage }, username);
}

/** Clears this page as soon as the user logs out in another tab. Unsaved answers stay in this tab. */
export const followLogOuts = (): void =>
  watchOtherTabs((notice) => {
    const { is_logged_in, username } = getSession();
    if (!is_logged_in) return;
    hooks.keepDraft();
    resetPage();
    openLogIn(notice, username);
  });

/** Saves the queue. Resolves to false when something could not be saved. */
export const saveAll = (): Promise<boolean> =>
  hooks.save().then(
    () => true,
    (error) => error instanceof UnauthorizedError,
  );

/**
 * Repeats the call until it succeeds or a user logs in here: a session that outlives its log-out is a risk.
 */
const retryLogOut = (): Promise<unknown> =>
  retryUntilDone(async () => {
    if (!getSession().is_logged_in) await call(routes.account.logOut, {});
  }, true);

interface Failure {
  readonly error: unknown;
}

async function callLogOut(): Promise<Failure | { readonly message: string }> {
  try {
    return await call(routes.account.logOut, {});
  } catch (error) {
    return { error };
  }
}

/** Logs out after saving. `error` is the message that the log-in page shows after inactivity. */
export async function logOut(error?: string): Promise<void> {
  const { username } = getSession();
  await hooks.save().catch(() => {
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
  hooks.navigate(deletedPath, {});
}
