import { invalidSessionMessage } from '../../shared/api/messages.ts';
import { routes } from '../../shared/api/routes.ts';
import { call } from '../api-client/call.ts';
import { errorMessage, UnauthorizedError } from '../api-client/errors.ts';
import { retryUntilDone } from '../ui/retry.ts';
import { showUnexpectedError } from '../ui/unexpected-error.ts';
import { clearAnonymousAnswers } from './anonymous-answers.ts';
import { forgetUser } from './current-user.ts';
import { deleteSessionCookie, getSession, resetSession } from './session.ts';
import { deleteDraft } from './unsaved-answers.ts';

interface Messages {
  readonly message?: string;
  readonly error?: string;
}

/** What other parts of the page do when a session ends. The router and the form register these when they start. */
interface SessionHooks {
  readonly navigate: (path: string, state: Messages) => void;
  /** Saves the queue while the session is still valid. Rejects when something could not be saved. */
  readonly save: () => Promise<void>;
  /** Stores unsaved answers in this tab, for the same user to resume with. */
  readonly keepDraft: () => void;
  /** Clears everything that the page holds about the applicant. */
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
  forgetUser();
  clearAnonymousAnswers();
  resetSession();
}

/** Ends a session that the server rejected: unsaved answers stay in this tab, and the log-in page shows the reason. */
export function endSession(): void {
  hooks.keepDraft();
  resetPage();
  hooks.navigate('/login', { error: invalidSessionMessage });
}

/** Saves the queue. Resolves to false when something could not be saved. */
export const saveAll = (): Promise<boolean> =>
  hooks.save().then(
    () => true,
    (error) => error instanceof UnauthorizedError,
  );

/** Repeats the call until it succeeds or a user logs in here: a session that outlives its log-out is a risk. */
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
  await hooks.save().catch(() => {
    // The applicant confirmed losing answers; after inactivity the draft keeps them.
  });
  // After inactivity the applicant may come back to unsaved answers. An applicant who logs out leaves none behind.
  const keepsDraft = error !== undefined;
  if (!keepsDraft) deleteDraft();
  const reply = await callLogOut();
  const hasFailed = 'error' in reply;
  resetPage();
  // A save in progress may have written the draft again.
  if (!keepsDraft) deleteDraft();
  if (hasFailed && reply.error instanceof UnauthorizedError) return;
  hooks.navigate('/login', error === undefined ? (hasFailed ? {} : { message: reply.message }) : { error });
  if (!hasFailed) return;
  deleteSessionCookie();
  showUnexpectedError(errorMessage(reply.error));
  void retryLogOut();
}
