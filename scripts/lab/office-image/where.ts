/**
 * The reason why `npm test -- image` cannot run on this system as this user; undefined if it can.
 */
export function whyNotHere(platform: string, user: number | undefined): string | undefined {
  if (platform !== 'linux')
    return 'npm test -- image runs on Linux: it builds a container image and starts it.';
  if (user !== 0)
    return 'npm test -- image starts a container without a daemon, which only root may: sudo npm test -- image';
  return undefined;
}
