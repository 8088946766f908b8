import type { ApplicantId } from '../runtime/ids.ts';
import { logOutBefore, openSession, sessionSeconds } from '../store/sessions.ts';
import { rememberBrowser, trustSeconds } from '../store/trusted-browsers.ts';
import { browserName } from '../use-cases/browser-name.ts';
import { deviceIdOr } from '../use-cases/callers.ts';
import { mailNewBrowser } from '../use-cases/security-notices.ts';
import { deviceCookie, deviceIdFrom, logInCookies, sessionIdFrom } from './cookies.ts';
import type { Viewer } from './viewer.ts';

/** Trusts a browser that logged in or used the mailed link. */
export async function trustBrowser(username: string, before: string | undefined) {
  const id = deviceIdOr(before);
  const isOnly = await rememberBrowser(username, id);
  return { isOnly, cookie: deviceCookie(id, trustSeconds) };
}

/** Browser details for a mail about a change that was made in it. */
export const aboutBrowser = (username: string, { site, userAgent }: Viewer) => ({
  username,
  host: site,
  browser: browserName(userAgent),
});

interface Opening {
  readonly sub: ApplicantId;
  readonly username: string;
  /** True if this browser is trusted by the account. */
  readonly isTrusted: boolean;
  /** The account's session version at the start of the log-in. */
  readonly sessionVersion: string | undefined;
  readonly viewer: Viewer;
  readonly cookies: readonly string[];
}

/** Opens a session for a browser that logged in, and returns its cookies. */
export async function openBrowserSession(opening: Opening): Promise<readonly string[]> {
  const { sub, username, isTrusted, sessionVersion, viewer, cookies } = opening;
  const browser = browserName(viewer.userAgent);
  const id = await openSession({ sub, username, isTrusted, sessionVersion, host: viewer.site });
  const { isOnly, cookie } = await trustBrowser(username, deviceIdFrom(cookies));
  const before = sessionIdFrom(cookies);
  await Promise.all([
    before === undefined ? undefined : logOutBefore(before),
    isTrusted ? undefined : mailNewBrowser({ sub, isOnly, username, host: viewer.site, browser }),
  ]);
  return [...logInCookies(id, sub, sessionSeconds), cookie];
}
