import { randomBytes } from 'node:crypto';
import type { Caller } from '../store/attempts.ts';
import { isTrustedBrowser } from '../store/trusted-browsers.ts';

const isDeviceId = (id: string) => /^[\w-]{22}$/.test(id);

/**
 * The id of the browser, or a new one if the given id is missing or malformed. A browser uses one id for all
 * its accounts.
 */
export const deviceIdOr = (id: string | undefined): string =>
  id !== undefined && isDeviceId(id) ? id : randomBytes(16).toString('base64url');

interface Call {
  readonly username: string;
  readonly network: string;
  /** The id in the browser's cookie. */
  readonly device: string | undefined;
}

/** The caller: a browser that is trusted by the account, or an unrecognized one. */
export async function callerOf({ username, network, device }: Call): Promise<Caller> {
  const isTrusted = device !== undefined && isDeviceId(device) && (await isTrustedBrowser(username, device));
  return { username, network, own: isTrusted ? `device ${device}` : undefined };
}
