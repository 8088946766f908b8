/**
 * The reason why `npx matricula lab test image` cannot run on this system as this user; undefined if it can.
 */
export function whyNotHere(platform: string, user: number | undefined): string | undefined {
  if (platform !== 'linux')
    return 'npx matricula lab test image runs on Linux: it builds a container image and starts it.';
  if (user !== 0)
    return 'npx matricula lab test image starts a container without a daemon, which only root may: sudo npx matricula lab test image';
  return undefined;
}
