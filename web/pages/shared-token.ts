const tokenPattern = /^#([\w-]+\.[\da-f]{64})$/;

/**
 * The token of a link that shows an application; undefined if there is none. Moves it from the URL into the
 * history state, so that no bookmark or screenshot contains it and the page can still be reloaded.
 */
export function takeSharedToken(): string | undefined {
  const state: { readonly shared?: unknown } | null = history.state;
  const token = tokenPattern.exec(location.hash)?.[1];
  if (token === undefined) return typeof state?.shared === 'string' ? state.shared : undefined;
  history.replaceState({ ...state, shared: token }, '', location.pathname);
  return token;
}
