import { invalidSessionMessage } from '../../shared/api/messages.ts';
import { routes } from '../../shared/api/routes.ts';
import { call } from '../api-client/call.ts';
import { errorMessage, UnauthorizedError } from '../api-client/errors.ts';
import { retryUntilDone } from '../ui/retry.ts';
import { showUnexpectedError } from '../ui/unexpected-error.ts';
import { clearAnonymousAnswers } from './anonymous-answers.ts';
import { forgetUser } from './current-user.ts';
import { deleteSessionMarker, getSession, resetSession } from './session.ts';
import { deleteDraft } from './unsaved-answers.ts';

interface Messages {
  readonly message?: string;
  readonly error?: string;
}

/** What the rest of the page does when a session ends. The router and the form connect themselves as they start. */
interface SessionHooks {
  readonly navigate: (path: string, state: Messages) => void;
  /** Saves what is waiting while the session is still valid. Rejects when something could not be saved. */
  readonly save: () => Promise<void>;
  /** Keeps unsaved answers in this tab, for the same user to come back to. */
  readonly keepDraft: () => void;
  /** Removes everything that the page holds about the applicant. */
  readonly reset: () => void;
}

let hooks: SessionHooks = { navigate: () => {}, save: async () => {}, keepDraft: () => {}, reset: () => {} };

export const connectSession = (connected: Partial<SessionHooks>): void => {
  hooks = { ...hooks, ...connected };
};

/** Opens another page from outside of a component. */
export const navigateTo = (path: string): void => hooks.navigate(path, {});

function resetPage(): void {
  hooks.reset();
  forgetUser();
  clearAnonymousAnswers();
  resetSession();
}

/** The server rejected the session: unsaved answers stay in this tab, and the log-in page says why. */
export function endSession(): void {
  hooks.keepDraft();
  resetPage();
  hooks.navigate('/login', { error: invalidSessionMessage });
}

/** Saves what is waiting. False when something could not be saved. */
export const saveAll = (): Promise<boolean> =>
  hooks.save().then(
    () => true,
    (error) => error instanceof UnauthorizedError,
  );

/** Repeats the call until it succeeds or someone logs in here: a session that outlives its log-out is a danger. */
const logOutLater = (): Promise<unknown> =>
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
  await hooks.save().catch(() => {
    // The applicant was asked before losing answers; after inactivity the draft keeps them.
  });
  // After inactivity the applicant may come back for unsaved answers; an applicant who logs out leaves none behind.
  const keepsDraft = error !== undefined;
  if (!keepsDraft) deleteDraft();
  const reply = await callLogOut();
  const hasFailed = 'error' in reply;
  resetPage();
  // A save that was still running may have written the draft again.
  if (!keepsDraft) deleteDraft();
  if (hasFailed && reply.error instanceof UnauthorizedError) return;
  hooks.navigate('/login', error === undefined ? (hasFailed ? {} : { message: reply.message }) : { error });
  if (!hasFailed) return;
  deleteSessionMarker();
  showUnexpectedError(errorMessage(reply.error));
  void logOutLater();
}
