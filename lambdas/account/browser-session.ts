import { deviceCookie, deviceFrom, logInCookies, sessionIdFrom } from '../http/cookies.ts';
import type { Viewer } from '../http/viewer.ts';
import { browserName } from '../http/viewer.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { logOutBefore, openSession, readSessionVersion, sessionSeconds } from '../table/sessions.ts';
import { trustedIn } from './attempt.ts';
import { mailNotice } from './security-notices.ts';

/** The cookie that makes the account trust this browser until its next session version. */
export async function trustBrowser(username: string, cookies: readonly string[]): Promise<string> {
  const sessionVersion = await readSessionVersion(username);
  return deviceCookie(await trustedIn(deviceFrom(cookies), { username, sessionVersion }));
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
  const id = await openSession({ sub, username, isTrusted, sessionVersion, host: viewer.site });
  const before = sessionIdFrom(cookies);
  await Promise.all([
    before === undefined ? undefined : logOutBefore(before),
    isTrusted ? undefined : mailNotice({ kind: 'new-browser', ...aboutBrowser(username, viewer) }),
  ]);
  // The version of the log-in: an older password must not make this browser trusted in a newer one.
  const device = await trustedIn(deviceFrom(cookies), { username, sessionVersion });
  return [...logInCookies(id, sub, sessionSeconds), deviceCookie(device)];
}
