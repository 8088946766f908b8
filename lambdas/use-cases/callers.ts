import { randomBytes } from 'node:crypto';
import type { Caller } from '../store/attempts.ts';
import { isTrustedBrowser } from '../store/trusted-browsers.ts';

const isDeviceId = (id: string) => /^[\w-]{22}$/.test(id);

/** The id of the browser that logs in. A browser has one for all its accounts. */
export const deviceIdOr = (id: string | undefined): string =>
  id !== undefined && isDeviceId(id) ? id : randomBytes(16).toString('base64url');

export interface Call {
  readonly username: string;
  readonly network: string;
  /** The id in the browser's cookie. */
  readonly device: string | undefined;
  /** Whether a browser counts as known that chose the password by a mailed link and gave no second factor. */
  readonly mailIsEnough?: boolean;
}

/** The caller: a browser that has logged in to the account before, or an unrecognized one. */
export async function callerOf({ username, network, device, mailIsEnough }: Call): Promise<Caller> {
  const isTrusted =
    device !== undefined && isDeviceId(device) && (await isTrustedBrowser(username, device, mailIsEnough));
  return { username, network, own: isTrusted ? `device ${device}` : undefined };
}
