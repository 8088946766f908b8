export const tokenNames = { service: 'service_token', temporary: 'token' } as const;

let temporary: string | null = null;

/**
 * Takes the tokens out of the address, before anything else runs: they are kept in memory only, so that no history,
 * bookmark or screenshot holds one (decision D-85). Returns the one of staff.
 */
export function takeTokens(): string | null {
  const url = new URL(location.href);
  const found = {
    service: url.searchParams.get(tokenNames.service),
    temporary: url.searchParams.get(tokenNames.temporary),
  };
  if (found.service === null && found.temporary === null) return null;
  for (const name of Object.values(tokenNames)) url.searchParams.delete(name);
  history.replaceState(history.state, '', url);
  temporary = found.temporary;
  return found.service;
}

/** The token of a visitor who goes on here; it is given out once. */
export function takeTemporaryToken(): string | null {
  const token = temporary;
  temporary = null;
  return token;
}
