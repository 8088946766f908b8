export const tokenParameters = { service: 'service_token', deviceLink: 'token' } as const;

let deviceLinkToken: string | null = null;

/**
 * Removes tokens from the URL before any other code runs, so that no history entry, bookmark or screenshot
 * contains one. Returns the token of staff.
 */
export function takeUrlTokens(): string | null {
  takeResetCode();
  const url = new URL(location.href);
  const tokens = {
    service: url.searchParams.get(tokenParameters.service),
    deviceLink: url.searchParams.get(tokenParameters.deviceLink),
  };
  if (tokens.service === null && tokens.deviceLink === null) return null;
  for (const name of Object.values(tokenParameters)) url.searchParams.delete(name);
  history.replaceState(history.state, '', url);
  deviceLinkToken = tokens.deviceLink;
  return tokens.service;
}

/**
 * Moves the code of a password-reset link from the URL into the history state, so that no bookmark or
 * screenshot contains it and the page can still be reloaded.
 */
function takeResetCode(): void {
  const url = new URL(location.href);
  const [username, reset] = [url.searchParams.get('username'), url.searchParams.get('id')];
  if (url.pathname !== '/reset' || username === null || reset === null) return;
  url.searchParams.delete('username');
  url.searchParams.delete('id');
  history.replaceState({ ...history.state, usr: { username, reset } }, '', url);
}

/** Returns the token of a device link once, then null. */
export function takeDeviceLinkToken(): string | null {
  const token = deviceLinkToken;
  deviceLinkToken = null;
  return token;
}
