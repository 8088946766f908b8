import * as v from 'valibot';
import { invalidSessionMessage } from '../../shared/api/messages.ts';
import { toast } from '../ui/toast.ts';
import { clearAnonymousAnswers } from './anonymous-answers.ts';
import { deleteSessionCookies, forgetUser, getSession, isOtherUser, resetSession } from './session.ts';

/** Notice on the log-in page of every tab after a log-out: a message, or why the session ended. */
const logOutNotice = v.object({ message: v.optional(v.string()), error: v.optional(v.string()) });
export type LogOutNotice = Readonly<v.InferOutput<typeof logOutNotice>>;

let channel: BroadcastChannel | undefined;

/** Calls `onLogOut` when the user logs out in another tab of this browser. */
function watchOtherTabs(onLogOut: (notice: LogOutNotice) => void): void {
  if (!('BroadcastChannel' in globalThis)) return;
  channel = new BroadcastChannel('matricula-session');
  channel.addEventListener('message', ({ data }) => {
    const parsed = v.safeParse(logOutNotice, data);
    if (parsed.success) onLogOut(parsed.output);
  });
}

export const logOutOtherTabs = (notice: LogOutNotice): void => channel?.postMessage(notice);

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

/** Saves the queue. Rejects when something could not be saved. */
export const saveBeforeEnd = (): Promise<void> => hooks.save();

/** Opens another page from outside a component. */
export const navigateTo = (path: string): void => hooks.navigate(path, {});

/** Clears all data about the applicant in this tab, except a draft. */
export function resetPage(): void {
  hooks.reset();
  toast.closeErrors();
  forgetUser();
  clearAnonymousAnswers();
  resetSession();
}

/** Opens the log-in page. After an expired session, the username is filled in. */
export function openLogIn(notice: LogOutNotice, username: string): void {
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
