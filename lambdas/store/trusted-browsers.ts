import { pseudonym } from '../aws/secrets.ts';
import { now, seconds } from '../runtime/clock.ts';
import * as items from './items.ts';
import { keys } from './keys.ts';
import { del, put, queryAll, readItem } from './table.ts';

// Browsers that have logged in to an account. Their items contain only keyed hashes of the address and the
// browser's id. A browser has a different hash in each account.

const lifetimeMs = 180 * 24 * 3_600_000;
export const trustSeconds = seconds(lifetimeMs);

const maxDevices = 5;

const keyOf = async (username: string, id: string) => ({
  pk: keys.trustedBrowsers(await pseudonym(`devices ${username}`)),
  sk: await pseudonym(`device ${id} ${username}`),
});

/**
 * True if a browser is trusted by an account: it logged in, or chose the password by a mailed link. DynamoDB
 * deletes expired items late, so the time is compared too.
 */
export async function isTrustedBrowser(username: string, id: string): Promise<boolean> {
  const key = await keyOf(username, id);
  const browser = await readItem(key, items.trustedBrowser);
  return browser !== undefined && browser.ends > now();
}

/**
 * Trusts a browser. Keeps the five most recent browsers and deletes the others. Returns true if it is the
 * only one.
 */
export async function rememberBrowser(username: string, id: string): Promise<boolean> {
  const key = await keyOf(username, id);
  const ends = now() + lifetimeMs;
  await put({ ...key, ends, expires_at: seconds(ends) });
  const all = await devicesOf(username);
  const oldest = all.toSorted((one, other) => other.ends - one.ends).slice(maxDevices);
  await remove(key.pk, oldest);
  return all.every(({ sk }) => sk === key.sk);
}

/** Deletes all trusted browsers. After a new password, a browser must log in again to be trusted. */
export async function forgetBrowsers(username: string): Promise<void> {
  const pk = keys.trustedBrowsers(await pseudonym(`devices ${username}`));
  await remove(pk, await devicesOf(username));
}

interface Device {
  readonly sk: string;
  readonly ends: number;
}

async function devicesOf(username: string): Promise<readonly Device[]> {
  const found = await queryAll(keys.trustedBrowsers(await pseudonym(`devices ${username}`)));
  return found.map((item) => ({ sk: String(item.sk), ends: items.trustedBrowser.parse(item).ends }));
}

const remove = (pk: string, devices: readonly Device[]) =>
  Promise.all(devices.map(({ sk }) => del({ pk, sk })));
