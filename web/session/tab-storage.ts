/** A browser that is told to keep no cookies throws at the mere mention of its storage. */
function storage(): Storage | undefined {
  try {
    return globalThis.sessionStorage;
  } catch {
    return undefined;
  }
}

/**
 * The storage of this tab. Where the browser has none, or no room, nothing is remembered across page loads, and
 * everything else works.
 */
export const tabStorage = {
  read: (name: string): string => storage()?.getItem(name) ?? '',
  write: (name: string, text: string): void => {
    try {
      storage()?.setItem(name, text);
    } catch {
      // No room. What is typed is still on the page, and an applicant's answers are on the server.
    }
  },
  remove: (name: string): void => storage()?.removeItem(name),
};
