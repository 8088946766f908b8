import { randomUUID } from 'node:crypto';
import { GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type * as z from 'zod/mini';
import { now } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { listDraft, listSubmitted } from './application-lists.ts';
import { mayRetry, type Write } from './change.ts';
import { addPendingDelivery } from './deliveries.ts';
import * as items from './items.ts';
import { keys, parts } from './keys.ts';
import { retryUntilDone } from './retry.ts';
import { TableName, table } from './table.ts';

// Adds what earlier versions of the product did not write when an application was begun or submitted: its entries in the lists, and its
// package (docs/decisions/078-application-lists-are-table-items.md).

interface Key {
  readonly pk: string;
  readonly sk: string;
}

/** An account, as the user pool lists it. */
export interface Account {
  readonly sub: ApplicantId;
  readonly email: string;
  /** When it was created (ISO 8601): an earlier version did not store when a draft was begun. */
  readonly created: string;
}

/** What an application lacks, and the transaction that adds it. */
interface Gap {
  /** How many entries of lists. */
  readonly entries: number;
  readonly isPackageMissing: boolean;
  /** A confirmation number that an earlier version gave to another application, too. */
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

/** Those of these items that are not there, each to be written on the condition that it still is not. */
async function missingOf(wanted: readonly Write[]): Promise<readonly Write[]> {
  const found = await Promise.all(wanted.map((write) => read(keyOf(write))));
  return wanted.flatMap(({ Put }, place) =>
    Put === undefined || found[place] !== undefined ? [] : { Put: { ...Put, ConditionExpression: absent } },
  );
}

type Meta = z.output<typeof items.meta>;

/**
 * A draft gets a new revision with its entry: a submission that was planned before does not know the entry, which it has to remove, and
 * is planned again. The day of the last change stays, by which the draft ends.
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

/** The package, unless it was delivered, is pending, or would lie where another one lies. */
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

async function gapOfSubmitted(
  account: Account,
  submission: items.Submission,
  withPackage: boolean,
): Promise<Gap> {
  const { sub } = account;
  const { answers, confirmation, submitted_at } = submission;
  const receipt = { confirmation, submitted_at };
  const [entries, pending, twin] = await Promise.all([
    missingOf(listSubmitted(sub, { receipt, answers, startedAt: undefined })),
    withPackage ? missingPackage(account, submission) : [],
    twinOf(sub, confirmation),
  ]);
  const writes = [...entries, ...(twin === undefined ? pending : [])];
  if (writes.length === 0) return { ...nothing, twin };
  const isStillThere: Write = {
    ConditionCheck: {
      TableName,
      Key: { pk: keys.application(sub), sk: parts.meta },
      ConditionExpression: 'attribute_exists(submitted_at) AND attribute_not_exists(erased_at)',
    },
  };
  return {
    entries: entries.length,
    isPackageMissing: writes.length > entries.length,
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
  /** True if a package that was never delivered is pending from now on. */
  readonly withPackage: boolean;
  /** Without it, nothing is written. */
  readonly isWriting: boolean;
}

/**
 * Adds the entries and the package that the application of an account lacks, and returns what these were. What is there already is
 * not written again, whoever writes it at the same moment.
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
