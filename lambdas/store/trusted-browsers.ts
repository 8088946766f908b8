import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { pseudonym } from '../aws/secrets.ts';
import { now, seconds } from '../runtime/clock.ts';
import * as items from './items.ts';
import { keys } from './keys.ts';
import { queryPartition, TableName, table } from './table.ts';

// Browsers that have logged in to an account. Their items contain no address and no id, only keyed hashes of both, and a
// browser has another hash in each account.

/** Milliseconds. */
const lifetime = 180 * 24 * 3_600_000;
export const trustSeconds = seconds(lifetime);

const mostDevices = 5;

const keyOf = async (username: string, id: string) => ({
  pk: keys.trustedBrowsers(await pseudonym(`devices ${username}`)),
  sk: await pseudonym(`device ${id} ${username}`),
});

/**
 * Whether an account knows a browser: it logged in, or, where `mailIsEnough`, chose the password by a mailed link. Time to live removes
 * items late, so the time is compared too.
 */
export async function isTrustedBrowser(username: string, id: string, mailIsEnough = false): Promise<boolean> {
  const Key = await keyOf(username, id);
  const { Item } = await table.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  if (Item === undefined) return false;
  const { ends, by_mail: byMail = false } = items.trustedBrowser.parse(Item);
  return ends > now() && (mailIsEnough || !byMail);
}

/**
 * Remembers a browser that has logged in, or proved the mailbox alone (`byMail`), and forgets all but the five that did so last.
 * Returns whether it is the only one.
 */
export async function rememberBrowser(username: string, id: string, byMail = false): Promise<boolean> {
  const Key = await keyOf(username, id);
  const ends = now() + lifetime;
  await table.send(
    new PutCommand({
      TableName,
      Item: { ...Key, ends, expires_at: seconds(ends), ...(byMail && { by_mail: byMail }) },
    }),
  );
  const all = await devicesOf(username);
  const oldest = all.toSorted((one, other) => other.ends - one.ends).slice(mostDevices);
  await remove(Key.pk, oldest);
  return all.every(({ sk }) => sk === Key.sk);
}

/** After a new password every browser has to log in again before it counts as known. */
export async function forgetBrowsers(username: string): Promise<void> {
  const pk = keys.trustedBrowsers(await pseudonym(`devices ${username}`));
  await remove(pk, await devicesOf(username));
}

interface Device {
  readonly sk: string;
  readonly ends: number;
}

async function devicesOf(username: string): Promise<readonly Device[]> {
  const found = await queryPartition(keys.trustedBrowsers(await pseudonym(`devices ${username}`)));
  return found.map((item) => ({ sk: String(item.sk), ends: items.trustedBrowser.parse(item).ends }));
}

const remove = (pk: string, devices: readonly Device[]) =>
  Promise.all(devices.map(({ sk }) => table.send(new DeleteCommand({ TableName, Key: { pk, sk } }))));
