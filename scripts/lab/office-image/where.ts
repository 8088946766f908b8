/** Why `npm run test:image` cannot run on this system as this user, or undefined when it can. */
export function whyNotHere(platform: string, user: number | undefined): string | undefined {
  if (platform !== 'linux')
    return 'npm run test:image runs on Linux: it builds a container image and starts it.';
  if (user !== 0)
    return 'npm run test:image starts a container without a daemon, which only root may: sudo npm run test:image';
  return undefined;
}
