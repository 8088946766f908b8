import { createHash } from 'node:crypto';
import { ServiceError } from '../http.ts';
import { type Operation, run, type Store, type SubDatabase } from './engine.ts';
import { checkExpressions } from './expressions.ts';

export type Item = Readonly<Record<string, unknown>>;

interface Part {
  readonly TableName: string;
  readonly Key?: Item;
  readonly Item?: Item;
  readonly ReturnValuesOnConditionCheckFailure?: 'ALL_OLD' | 'NONE';
}

export type Kind = 'Put' | 'Update' | 'Delete' | 'ConditionCheck';
export type TransactItem = Readonly<Partial<Record<Kind, Part>>>;

export interface TransactWrite {
  readonly TransactItems: readonly TransactItem[];
  readonly ClientRequestToken?: string;
}

const operationOf: Readonly<Record<Kind, Operation>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'DeleteItem', // checked like a delete, whose writes are discarded
};

export const partOf = (item: TransactItem): readonly [Kind, Part] => {
  const [entry] = Object.entries(item) as [Kind, Part][];
  if (entry === undefined || operationOf[entry[0]] === undefined)
    throw invalid('An empty or unknown TransactItem.');
  return entry;
};

const invalid = (message: string) => new ServiceError('ValidationException', message);

type Write = { readonly type: 'put' | 'del'; readonly key: string; readonly value?: unknown };

/** A store that reads the real one and keeps what is written to it in a list. */
function recording(store: Store, writes: Write[]): Store {
  const recordingDatabase = (prefix: string, real: SubDatabase): SubDatabase => ({
    get: real.get.bind(real),
    lock: real.lock,
    put: (key, value, done) => {
      writes.push({ type: 'put', key: `${prefix}~${key}`, value });
      setImmediate(done, null);
    },
    del: (key, done) => {
      writes.push({ type: 'del', key: `${prefix}~${key}` });
      setImmediate(done, null);
    },
  });
  return {
    ...store,
    getItemDb: (table) => recordingDatabase(`item-${table}`, store.getItemDb(table)),
    getIndexDb: (type, table, index) =>
      recordingDatabase(
        `index-${type.toLowerCase()}~${table}~${index}`,
        store.getIndexDb(type, table, index),
      ),
  };
}

type Reason = { readonly Code: string; readonly Message?: string; readonly Item?: Item };
const fine: Reason = { Code: 'None' };

/**
 * An error that depends on the stored item cancels the transaction. Any other wrong expression is rejected
 * immediately.
 */
const noSuchPath = /^The document path provided in the update expression is invalid for update/;

async function attempt(store: Store, writes: Write[], item: TransactItem): Promise<Reason> {
  const [kind, { ReturnValuesOnConditionCheckFailure: wanted, ...input }] = partOf(item);
  checkExpressions(input);
  try {
    await run(recording(store, kind === 'ConditionCheck' ? [] : writes), operationOf[kind], input);
    return fine;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (noSuchPath.test(error.message)) return { Code: 'ValidationError', Message: error.message };
    if (error.name !== 'ConditionalCheckFailedException') throw error;
    const old = wanted === 'ALL_OLD' ? await oldItem(store, input) : undefined;
    const reason = { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed' };
    return old === undefined ? reason : { ...reason, Item: old };
  }
}

/** The item of a failed condition, for callers that request it. */
export async function oldItem(store: Store, { TableName, Key, Item }: Part): Promise<Item | undefined> {
  const key = Key ?? (await keyOf(store, TableName, Item ?? {}));
  const found = await run<{ Item?: Item }>(store, 'GetItem', { TableName, Key: key, ConsistentRead: true });
  return found.Item;
}

async function keyOf(store: Store, TableName: string, item: Item): Promise<Item> {
  const { Table } = await run<{ Table: { KeySchema: { AttributeName: string }[] } }>(store, 'DescribeTable', {
    TableName,
  });
  return Object.fromEntries(Table.KeySchema.map(({ AttributeName }) => [AttributeName, item[AttributeName]]));
}

async function refuseDoubles(store: Store, items: readonly TransactItem[]) {
  const seen = new Set<string>();
  for (const item of items) {
    const [, { TableName, Key, Item }] = partOf(item);
    const key = Key ?? (await keyOf(store, TableName, Item ?? {}));
    const name = JSON.stringify([TableName, Object.entries(key).sort()]);
    if (seen.has(name)) throw invalid('Transaction request cannot include multiple operations on one item');
    seen.add(name);
  }
}

const tokenKey = (token: string) => `token~${token}`;
const tokenLife = 10 * 60_000;

async function earlier(store: Store, token: string | undefined, request: string): Promise<boolean> {
  if (token === undefined) return false;
  const known = (await store.db.get(tokenKey(token)).catch(() => undefined)) as
    | { request: string; at: number }
    | undefined;
  if (known === undefined || known.at + tokenLife < Date.now()) return false;
  if (known.request === request) return true;
  throw new ServiceError(
    'IdempotentParameterMismatchException',
    'Request was submitted with the same token but different parameters.',
  );
}

/**
 * TransactWriteItems. Checks every condition first, then writes everything in one batch, so a kill leaves all
 * or nothing. The caller must block other writes to these partitions.
 */
export async function transactWrite(store: Store, input: TransactWrite): Promise<object> {
  const items = input.TransactItems ?? [];
  if (items.length < 1 || items.length > 100) {
    throw invalid(
      "1 validation error detected: Value at 'transactItems' failed to satisfy constraint: Member must have length between 1 and 100",
    );
  }
  const request = createHash('sha256').update(JSON.stringify(items)).digest('hex');
  const { ClientRequestToken: token } = input;
  if (await earlier(store, token, request)) return {};
  await refuseDoubles(store, items);
  const writes: Write[] = [];
  const reasons = await Promise.all(items.map((item) => attempt(store, writes, item)));
  if (reasons.some((each) => each.Code !== 'None')) throw cancelled(reasons);
  if (token !== undefined)
    writes.push({ type: 'put', key: tokenKey(token), value: { request, at: Date.now() } });
  await store.db.batch(writes);
  return {};
}

function cancelled(reasons: readonly Reason[]) {
  const codes = reasons.map((each) => each.Code).join(', ');
  const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
  return new ServiceError('TransactionCanceledException', message, 400, {
    Message: message,
    CancellationReasons: reasons,
  });
}
