export const tokenParameters = { service: 'service_token', temporary: 'token' } as const;

let temporary: string | null = null;

/**
 * Takes the tokens out of the address, before anything else runs: they are kept in memory only, so that no history,
 * bookmark or screenshot holds one (decision D-85). Returns the one of staff.
 */
export function takeUrlTokens(): string | null {
  takeResetCode();
  const url = new URL(location.href);
  const found = {
    service: url.searchParams.get(tokenParameters.service),
    temporary: url.searchParams.get(tokenParameters.temporary),
  };
  if (found.service === null && found.temporary === null) return null;
  for (const name of Object.values(tokenParameters)) url.searchParams.delete(name);
  history.replaceState(history.state, '', url);
  temporary = found.temporary;
  return found.service;
}

/**
 * The code of a link to a new password leaves the address too, before a screenshot or a bookmark takes it along. It
 * stays with this entry of the tab's history, so that the page may be loaded again.
 */
function takeResetCode(): void {
  const url = new URL(location.href);
  const [username, reset] = [url.searchParams.get('username'), url.searchParams.get('id')];
  if (url.pathname !== '/reset' || username === null || reset === null) return;
  url.searchParams.delete('username');
  url.searchParams.delete('id');
  history.replaceState({ ...history.state, usr: { username, reset } }, '', url);
}

/** The token of a visitor who goes on here; it is given out once. */
export function takeTemporaryToken(): string | null {
  const token = temporary;
  temporary = null;
  return token;
}
