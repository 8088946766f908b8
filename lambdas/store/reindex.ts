import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type * as z from 'zod/mini';
import { now } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { readApplication } from './application.ts';
import { listDraft, listSubmitted } from './application-lists.ts';
import { mayRetry, type Write } from './change.ts';
import { addPendingDelivery } from './deliveries.ts';
import * as items from './items.ts';
import { keys, parts } from './keys.ts';
import { putListRow } from './list-row.ts';
import { retryUntilDone } from './retry.ts';
import { currentPartner } from './settings.ts';
import { TableName, table } from './table.ts';

// Adds data that earlier versions did not write at the start or submission of an application: its list
// entries and its package (docs/decisions/078-application-lists-are-table-items.md).

interface Key {
  readonly pk: string;
  readonly sk: string;
}

/** An account, as the user pool lists it. */
export interface Account {
  readonly sub: ApplicantId;
  readonly email: string;
  /** Creation time (ISO 8601). Replaces the start of a draft, which an earlier version did not store. */
  readonly created: string;
}

/** Missing data of an application, and the transaction that adds it. */
interface Gap {
  /** Number of missing list entries. */
  readonly entries: number;
  readonly isPackageMissing: boolean;
  /** A confirmation number that an earlier version also gave to another application. */
  readonly twin: string | undefined;
  readonly writes: readonly Write[];
}

const nothing: Gap = { entries: 0, isPackageMissing: false, twin: undefined, writes: [] };
const absent = 'attribute_not_exists(pk)';

async function read({ pk, sk }: Key): Promise<unknown> {
  const { Item } = await table.send(new GetCommand({ TableName, Key: { pk, sk }, ConsistentRead: true }));
  return Item;
}

const keyOf = ({ Put }: Write): Key => ({ pk: String(Put?.Item?.pk), sk: String(Put?.Item?.sk) });

/** Returns the missing items, each with the condition that it is still missing. */
async function missingOf(wanted: readonly Write[]): Promise<readonly Write[]> {
  const found = await Promise.all(wanted.map((write) => read(keyOf(write))));
  return wanted.flatMap(({ Put }, place) =>
    Put === undefined || found[place] !== undefined ? [] : { Put: { ...Put, ConditionExpression: absent } },
  );
}

type Meta = z.output<typeof items.meta>;

/**
 * Adds a draft's list entry with a new revision. A submission that was planned before does not delete the new
 * entry, so it must fail and be planned again. The day of the last change, which decides the expiry, stays.
 */
async function gapOfDraft({ sub, created }: Account, { rev, started_at = created }: Meta): Promise<Gap> {
  const missing = await missingOf([listDraft(sub, started_at)]);
  if (missing.length === 0) return nothing;
  const begun: Write = {
    Update: {
      TableName,
      Key: { pk: keys.application(sub), sk: parts.meta },
      UpdateExpression: 'SET rev = :next, started_at = :at',
      ConditionExpression: 'rev = :rev AND attribute_not_exists(submitted_at)',
      ExpressionAttributeValues: { ':next': rev + 1, ':rev': rev, ':at': started_at },
    },
  };
  return { ...nothing, entries: missing.length, writes: [begun, ...missing] };
}

async function twinOf(sub: ApplicantId, confirmation: string): Promise<string | undefined> {
  const found = await read(keys.confirmation(confirmation));
  return found !== undefined && items.confirmed.parse(found).sub !== sub ? confirmation : undefined;
}

/** Returns the writes for a missing package, unless it was delivered or is pending. */
async function missingPackage(
  { sub, email }: Account,
  submission: items.Submission,
): Promise<readonly Write[]> {
  const username = submission.username ?? email;
  const { confirmation, submitted_at } = submission;
  const pendingSince = new Date(now()).toISOString();
  const [delivered, pending] = await Promise.all([
    read(keys.package(sub)),
    missingOf([addPendingDelivery({ sub, username }, { confirmation, submitted_at }, pendingSince)]),
  ]);
  if (delivered !== undefined || pending.length === 0) return [];
  const isUndelivered: Write = {
    ConditionCheck: { TableName, Key: keys.package(sub), ConditionExpression: absent },
  };
  return [isUndelivered, ...pending];
}

/**
 * Returns the writes for a list row that is missing or outdated: the applicant's address or the partner's
 * checklist items may have changed. They fail if the checklist changes in the meantime.
 */
async function outdatedRow({ sub, email }: Account, submission: items.Submission): Promise<readonly Write[]> {
  const Key = { pk: keys.application(sub), sk: parts.checklist };
  const { checklist, documents, withdrawnAt, corrections } = await readApplication(sub);
  const { received, rev } = checklist;
  const facts = { submission, email, received, documents, withdrawnAt, corrections };
  const wanted = putListRow(sub, { ...facts, partner: await currentPartner() });
  const stored = await Promise.all(wanted.map((write) => read(keyOf(write))));
  const outdated = wanted.filter(({ Put }, place) => !isDeepStrictEqual(Put?.Item, stored[place]));
  if (outdated.length === 0) return [];
  const isUnchanged: Write = {
    ConditionCheck: {
      TableName,
      Key,
      ...(rev === 0
        ? { ConditionExpression: absent }
        : { ConditionExpression: 'rev = :rev', ExpressionAttributeValues: { ':rev': rev } }),
    },
  };
  return [isUnchanged, ...outdated];
}

async function gapOfSubmitted(
  account: Account,
  submission: items.Submission,
  withPackage: boolean,
): Promise<Gap> {
  const { sub } = account;
  const { answers, confirmation, submitted_at } = submission;
  const receipt = { confirmation, submitted_at };
  const [entries, row, pending, twin] = await Promise.all([
    missingOf(listSubmitted(sub, { receipt, answers, startedAt: undefined })),
    outdatedRow(account, submission),
    withPackage ? missingPackage(account, submission) : [],
    twinOf(sub, confirmation),
  ]);
  const packages = twin === undefined ? pending : [];
  const writes = [...entries, ...row, ...packages];
  if (writes.length === 0) return { ...nothing, twin };
  const isStillThere: Write = {
    ConditionCheck: {
      TableName,
      Key: { pk: keys.application(sub), sk: parts.meta },
      ConditionExpression: 'attribute_exists(submitted_at) AND attribute_not_exists(erased_at)',
    },
  };
  return {
    entries: entries.length + row.filter(({ Put }) => Put !== undefined).length,
    isPackageMissing: packages.length > 0,
    twin,
    writes: [isStillThere, ...writes],
  };
}

async function gapOf(account: Account, withPackage: boolean): Promise<Gap> {
  const pk = keys.application(account.sub);
  const found = await read({ pk, sk: parts.meta });
  if (found === undefined) return nothing;
  const meta = items.meta.parse(found);
  if (meta.erased_at !== undefined) return nothing;
  if (meta.submitted_at === undefined) return gapOfDraft(account, meta);
  const submission = await read({ pk, sk: parts.submission });
  return submission === undefined
    ? nothing
    : gapOfSubmitted(account, items.submission.parse(submission), withPackage);
}

interface Reindexing {
  /** True to make packages pending that were never delivered. */
  readonly withPackage: boolean;
  /** False for a dry run. */
  readonly isWriting: boolean;
}

/**
 * Adds the missing list entries and package of an account's application, and returns what was missing. Except
 * for an outdated row of the console's list, existing items are not written again, even if another call
 * writes them concurrently.
 */
export async function reindex(account: Account, { withPackage, isWriting }: Reindexing): Promise<Gap> {
  const done = await retryUntilDone(async () => {
    const gap = await gapOf(account, withPackage);
    if (!isWriting || gap.writes.length === 0) return gap;
    try {
      const TransactItems = [...gap.writes];
      await table.send(new TransactWriteCommand({ TransactItems, ClientRequestToken: randomUUID() }));
      return gap;
    } catch (error) {
      if (!mayRetry(error)) throw error;
      return undefined;
    }
  });
  if (done === undefined) throw new Error('Other changes of an application left no room for its entries.');
  return done;
}
