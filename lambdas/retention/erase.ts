import { exportsGoneOn } from '../../shared/api/export-time.ts';
import { readUser } from '../aws/cognito.ts';
import { now } from '../runtime/clock.ts';
import { ApiError } from '../runtime/errors.ts';
import { describeError, log } from '../runtime/log.ts';
import { addressAuditLog, type Operator } from '../table/audit-log.ts';
import {
  beginErasure,
  dueErasures,
  endErasure,
  findErasure,
  findErasureOf,
  refuseErasure,
  settleErasure,
} from '../table/erasures.ts';
import type { Erasure } from '../table/items.ts';
import { addressesOf, confirmationOf } from '../table/personal-data.ts';
import { dataInventory, type Erased } from './data-inventory.ts';

/**
 * Time after which no late write of an applicant without sessions can arrive. An upload link works
 * for five minutes, and a conversion ends within three (shared/api/conversion-time.ts).
 */
const settlingMs = 15 * 60_000;

/**
 * Progress of a deletion. `until`: next check, in milliseconds since 1970, after which the deletion can
 * finish. `isMailed`: the applicant gets a mail at the end. `exportsGoneOn`: day when the last nightly export
 * with the submitted application expires.
 */
type Progress =
  | { readonly state: 'erased' }
  | { readonly state: 'refused' }
  | {
      readonly state: 'settling';
      readonly until: number;
      readonly isMailed: boolean;
      readonly exportsGoneOn?: string;
    }
  | { readonly state: 'failed'; readonly at: string };

/**
 * Returns the person of a deletion. The addresses are read each time, because the deletion's record stores
 * none.
 */
async function personOf({ sk: sub, user, confirmation }: Erasure): Promise<Erased> {
  const [account, earlier] = await Promise.all([
    user === undefined ? undefined : readUser(user),
    addressesOf(sub),
  ]);
  const { email } = account?.attributes ?? {};
  const addresses = [...new Set([...(email === undefined ? [] : [email]), ...earlier])];
  return { sub, user, addresses, confirmation };
}

/** Part of the stored data could not be deleted. */
class HoldingFailed extends Error {
  readonly title: string;

  constructor(title: string, cause: unknown) {
    super(`${title} could not be erased.`, { cause });
    this.title = title;
  }
}

/** Deletes everything once, and returns the number of items found. */
async function eraseOnce(erasure: Erasure): Promise<number> {
  const person = await personOf(erasure);
  let found = 0;
  for (const { title, erase } of dataInventory) {
    found += await erase(person).catch((cause: unknown) => {
      throw new HoldingFailed(title, cause);
    });
  }
  return found;
}

/**
 * Starts a deletion. Returns it with the confirmation number, which locates the package; undefined if the
 * application was submitted or changed in the meantime. An operator's deletion continues all the same: the
 * number is read again, and then never changes.
 */
async function begin(asked: Erasure): Promise<Erasure | undefined> {
  const erasure = { ...asked, confirmation: await confirmationOf(asked.sk) };
  if ((await beginErasure(erasure)) === 'begun') return erasure;
  if (asked.reason !== 'operator' || erasure.confirmation !== undefined) return undefined;
  const submitted = { ...asked, confirmation: await confirmationOf(asked.sk) };
  return (await beginErasure(submitted)) === 'begun' ? submitted : undefined;
}

/**
 * Continues a deletion. Writes that were in progress at its start may still arrive. Everything is therefore
 * deleted again, until a pass after the settling time finds nothing.
 */
async function goOn(asked: Erasure): Promise<Progress> {
  const { sk: sub, settled } = asked;
  const erasure = asked.begun_at === undefined ? await begin(asked) : asked;
  if (erasure === undefined) {
    await refuseErasure(asked);
    return { state: 'refused' };
  }
  const found = await eraseOnce(erasure);
  if (found === 0 && settled !== undefined && settled <= now()) {
    await endErasure(erasure);
    log({ level: 'info', event: 'deletion.finished', applicant: sub });
    return { state: 'erased' };
  }
  const until = found === 0 && settled !== undefined ? settled : now() + settlingMs;
  if (!(await settleErasure(sub, until))) return { state: 'erased' };
  const { mail_to, confirmation, begun_at = new Date(now()).toISOString() } = erasure;
  return {
    ...{ state: 'settling', until, isMailed: mail_to !== undefined },
    ...(confirmation !== undefined && { exportsGoneOn: exportsGoneOn(begun_at) }),
  };
}

/** Continues a deletion and logs failures. The next call and the scheduled run retry. */
export async function goOnWith(erasure: Erasure): Promise<Progress> {
  try {
    return await goOn(erasure);
  } catch (error) {
    const cause = error instanceof HoldingFailed ? error.cause : error;
    const at = error instanceof HoldingFailed ? error.title : 'Its beginning or end';
    log({
      level: 'error',
      event: 'deletion.failed',
      applicant: erasure.sk,
      reason: at,
      error: describeError(cause),
    });
    return { state: 'failed', at };
  }
}

interface Asked {
  readonly username: string;
  readonly operator: Operator;
  /** True if the applicant gets a mail when the deletion is complete. */
  readonly isMailed: boolean;
}

/** The deletion that an operator requests: an unfinished one, unchanged, or a new one. */
async function erasureFor({ username, operator, isMailed }: Asked): Promise<Erasure> {
  const account = await readUser(username);
  const address_log = await addressAuditLog(username);
  const unfinished =
    account === undefined ? await findErasureOf(address_log) : await findErasure(account.sub);
  if (unfinished !== undefined) return unfinished;
  if (account === undefined) throw new ApiError('notFound', 'No applicant has this email address.');
  return {
    sk: account.sub,
    reason: 'operator',
    asked_at: new Date(now()).toISOString(),
    user: account.name,
    address_log,
    mail_to: isMailed ? account.attributes.email : undefined,
    ...operator,
  };
}

/**
 * Deletes all data of one applicant, for an operator. After a failure, the next call continues where this one
 * stopped.
 */
export const eraseFor = async (asked: Asked): Promise<Progress> => goOnWith(await erasureFor(asked));

async function findDue(): Promise<readonly Erasure[]> {
  try {
    return await dueErasures();
  } catch (error) {
    log({
      level: 'error',
      event: 'deletion.failed',
      reason: 'The search for erasures',
      error: describeError(error),
    });
    throw error;
  }
}

/** Continues every due deletion, one after the other until `end`, in milliseconds since 1970. */
export async function continueErasures(end: number): Promise<void> {
  for (const erasure of await findDue()) {
    if (now() > end) return;
    await goOnWith(erasure);
  }
}
